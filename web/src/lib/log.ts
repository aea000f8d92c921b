import type { Line, TableEvent } from "./protocol";

/** The lines we had, and what is new. */
export function joined(before: Line[] | undefined, event: TableEvent): Line[] {
  if (!before?.length) return event.log;
  const last = before.at(-1)!.at;
  return [...before, ...event.log.filter((line) => line.at > last)];
}
