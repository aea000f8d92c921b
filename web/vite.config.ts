import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const WORDS = here("../src/ludozero/words");

const SHARED = /node_modules\/(svelte|esm-env|clsx)\/|src\/(parts|cards)\/|src\/lib\/(?!fair|offline|pad)|src\/table\/model|preload-helper/;

/** In development the sentences come straight from the catalogues, by the address the server has for them. */
function words(): Plugin {
  return {
    name: "words",
    configureServer(server) {
      server.middlewares.use("/words", (request, response, next) => {
        const lang = /^\/(fr|en|de)\.json/.exec(request.url ?? "")?.[1];
        if (!lang) return next();
        const rooms = readdirSync(WORDS).filter((name) => name.endsWith(".json"));
        const said = rooms.map((name) => [name.slice(0, -5), JSON.parse(readFileSync(`${WORDS}/${name}`, "utf8"))[lang]]);
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(Object.fromEntries(said)));
      });
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [svelte(), words()],
  define: { GALLERY: JSON.stringify(command === "serve" || process.env.LUDOZERO_GALLERY !== undefined) },
  build: {
    outDir: process.env.LUDOZERO_GALLERY ?? here("../src/ludozero/server/page"),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Few files: on a slow line each one costs more than what is in it.
    cssCodeSplit: false,
    rolldownOptions: { output: { advancedChunks: { groups: [{ name: "shared", test: SHARED }] } } },
  },
  server: {
    proxy: { "/api": process.env.LUDOZERO_SERVER ?? "http://127.0.0.1:8765" },
    fs: { allow: [here("."), here("../docs")] },
  },
  test: { include: ["src/**/*.test.ts"] },
}));
