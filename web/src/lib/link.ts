/** Addresses that work elsewhere too: from this machine, `localhost` leads nobody anywhere. */

import { ask } from "./api";

export interface HouseInfo {
  version: string;
  lan: boolean;
  mine: boolean;
  addresses: string[];
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether this page was opened under a name that only this machine understands. */
export const indoors = (): boolean => LOOPBACK.test(location.hostname);

export async function friendly(path: string): Promise<string> {
  if (indoors()) {
    const { addresses } = await ask<HouseInfo>("/api/house");
    if (addresses[0]) return addresses[0] + path;
  }
  return location.origin + path;
}
