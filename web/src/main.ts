import { mount } from "svelte";
import App from "./App.svelte";
import "./base.css";
import { preferred, speak } from "./lib/words.svelte";

await speak(preferred(), false);
mount(App, { target: document.body });
