/** Questions to the server, and its refusals. */

import { kept } from "./keep";
import { live } from "./live.svelte";
import type { Refusal } from "./protocol";

/** What the server refuses, with its reason. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

const NO_CONNECTION: Refusal = { code: "no-connection", clause: "", args: {}, room: "web" };

async function once(path: string, body?: object, method = body ? "POST" : "GET"): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    throw new Refused(NO_CONNECTION);
  }
}

/** Asks; whoever is a stranger to the house becomes a guest as soon as they do something. */
export async function ask<T>(path: string, body?: object): Promise<T> {
  let answer = await once(path, body);
  if (answer.status === 401 && body && path !== "/api/me") {
    await ask("/api/me", { name: kept("name") ?? "" });
    live.reopen();
    answer = await once(path, body);
  }
  if (answer.ok) return (await answer.json()) as T;
  let refusal: Refusal;
  try {
    refusal = (await answer.json()) as Refusal;
  } catch {
    refusal = { ...NO_CONNECTION, code: "no-answer", args: { status: answer.status } };
  }
  throw new Refused(refusal);
}

/** The same, until the line is back: for what may be said twice without harm. */
export async function insist<T>(path: string, body: object, patience = 60_000): Promise<T> {
  const until = performance.now() + patience;
  for (let pause = 400; ; pause = Math.min(pause * 2, 5000)) {
    try {
      return await ask<T>(path, body);
    } catch (problem) {
      const lost = problem instanceof Refused && problem.refusal.code === "no-connection";
      if (!lost || performance.now() > until) throw problem;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
