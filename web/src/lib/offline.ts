/** Where the browser allows it, what was visited works without a line too: the score pad above all. */

export async function offline(): Promise<void> {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType("resource").map((entry) => new URL(entry.name));
    const ours = files.filter((url) => url.origin === location.origin && !url.pathname.startsWith("/api/events"));
    active?.postMessage({ keep: ["/", "/api/games", ...ours.map((url) => url.pathname)] });
  } catch {
    // a browser that refuses: the page works with a line only
  }
}
