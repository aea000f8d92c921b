// Keeps what was visited: built files for ever (their names change with them), pages and words until newer ones come.
const STORE = "ludozero-1";
const KEPT = /^\/(assets\/|words\/|icon|manifest|api\/games$)/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const wanted = (event.data?.keep ?? []).filter((path) => path === "/" || KEPT.test(path));
  event.waitUntil(caches.open(STORE).then((store) => Promise.allSettled(wanted.map((path) => store.add(path)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const page = request.mode === "navigate";
  if (!page && !KEPT.test(pathname)) return;
  event.respondWith(pathname.startsWith("/assets/") ? keptFirst(request) : newestFirst(page ? "/" : request));
});

async function keptFirst(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request, answer.clone());
  return answer;
}

async function newestFirst(request) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await store.put(request, answer.clone());
    return answer;
  } catch (problem) {
    const kept = await store.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw problem;
  }
}
