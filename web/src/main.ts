import { mount } from "svelte";
import App from "./App.svelte";
import "./base.css";
import { house } from "./lib/house.svelte";
import { preferred, speak } from "./lib/words.svelte";

// What the address wants is brought while the sentences come.
void house().catch(() => null);
if (location.pathname.startsWith("/t/")) void import("./pages/Table.svelte");
if (location.pathname.startsWith("/rules/")) void import("./pages/Rules.svelte");
await speak(preferred(), false);
mount(App, { target: document.body });
