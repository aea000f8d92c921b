/** Where the reader is: the history of the browser, nothing else. */

export const route = $state({ path: location.pathname, search: location.search, hash: location.hash });

function arrive(): void {
  route.path = location.pathname;
  route.search = location.search;
  route.hash = location.hash;
}

addEventListener("popstate", arrive);

/** Goes to another page of ours. */
export function go(to: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  arrive();
  if (!location.hash) scrollTo(0, 0);
}

/** Links are plain `<a href>`; a plain click on one of ours turns the page without loading it anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
