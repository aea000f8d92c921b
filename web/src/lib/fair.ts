/** The promise of a fair shuffle (docs/fair-deals.md), worked out without WebCrypto: a page on a house network has none. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

/** What is published of a secret before anybody sits down. */
export const commitment = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));
