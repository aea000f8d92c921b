/** What this browser remembers; where it may remember nothing, the page works all the same. */

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`ludozero.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`ludozero.${name}`);
    else localStorage.setItem(`ludozero.${name}`, value);
  } catch {
    // a private window, or storage is full: nothing is remembered
  }
}
