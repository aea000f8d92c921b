/**
 * What happens at the tables, as it happens: one stream of events, opened again whenever it falls silent. The server sends a
 * line every 15 seconds at least, so silence means that the line is cut; a page that slept notices when it wakes.
 */

import { joined } from "./log";
import type { CardOfTable, TableEvent } from "./protocol";

const SILENCE = 22_000;

export interface Lobby {
  mine: CardOfTable[];
  open: CardOfTable[];
}

/** A table as last told, with all of its log that we have, and when we heard it. */
export interface Known extends TableEvent {
  heard: number;
}

class Live {
  tables = $state.raw<Record<string, Known>>({});
  gone = $state.raw<Record<string, true>>({});
  lobby = $state.raw<Lobby | null>(null);
  connected = $state(true);
  /** The server was renewed: the page should be loaded again when nothing is lost by it. */
  outdated = $state(false);

  private watched = new Map<string, number>();
  private version = "";
  private lastId = "";
  private heard = 0;
  private stream: AbortController | null = null;
  private pause = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener("online", () => this.reopen());
    addEventListener("offline", () => (this.connected = false));
    addEventListener("pageshow", (event) => event.persisted && this.reopen());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.listen();
    });
    setInterval(() => this.listen(), 4000);
  }

  /** Watches a table, or the `lobby`, until what it returns is called. */
  watch(what: string): () => void {
    this.watched.set(what, (this.watched.get(what) ?? 0) + 1);
    this.reopen();
    return () => {
      const left = (this.watched.get(what) ?? 1) - 1;
      if (left) this.watched.set(what, left);
      else this.watched.delete(what);
    };
  }

  /** Opens the stream anew, at once. */
  reopen(): void {
    this.stream?.abort();
    this.stream = null;
    this.pause = 0;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.open(), 0);
  }

  /** A table as somebody else was told of it: by an answer instead of an event. */
  take(event: TableEvent): void {
    const known = this.tables[event.table];
    if (known && known.at > event.at) return;
    this.tables = { ...this.tables, [event.table]: { ...event, log: joined(known?.log, event), heard: performance.now() } };
  }

  private listen(): void {
    if (this.stream && performance.now() - this.heard > SILENCE) this.reopen();
  }

  private async open(): Promise<void> {
    if (!this.watched.size) return;
    const stream = new AbortController();
    this.stream = stream;
    this.heard = performance.now();
    try {
      const answer = await fetch(`/api/events?watch=${[...this.watched.keys()].join(",")}`, {
        signal: stream.signal,
        headers: { accept: "text/event-stream", ...(this.lastId && { "last-event-id": this.lastId }) },
        cache: "no-store",
      });
      if (!answer.ok || !answer.body) throw new Error(String(answer.status));
      this.connected = true;
      this.pause = 0;
      await this.read(answer.body);
    } catch {
      // the line is cut, or we have hung up ourselves
    }
    if (stream !== this.stream) return;
    this.stream = null;
    this.connected = false;
    this.pause = Math.min(Math.max(this.pause * 2, 500), 8000);
    this.timer = setTimeout(() => void this.open(), this.pause);
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.heard = performance.now();
      const blocks = (rest + value.replaceAll("\r\n", "\n")).split("\n\n");
      rest = blocks.pop()!;
      for (const block of blocks) this.hear(block);
    }
  }

  private hear(block: string): void {
    let [name, data, id] = ["message", "", ""];
    for (const line of block.split("\n")) {
      const [, field, text] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      if (field === "event") name = text!;
      else if (field === "data") data += text;
      else if (field === "id") id = text!;
    }
    if (id) this.lastId = id;
    if (data) this.obey(name, JSON.parse(data));
  }

  private obey(name: string, said: unknown): void {
    if (name === "hello") {
      const { version } = said as { version: string };
      this.outdated ||= this.version !== "" && this.version !== version;
      this.version ||= version;
    } else if (name === "table") this.take(said as TableEvent);
    else if (name === "lobby") this.lobby = said as Lobby;
    else if (name === "here") this.seen(said as { table: string; seat: number; here: boolean });
    else if (name === "gone") this.forget((said as { table: string }).table);
    else if (name === "bye") this.pause = 250 * (said as { seconds: number }).seconds;
  }

  private seen({ table, seat, here }: { table: string; seat: number; here: boolean }): void {
    const known = this.tables[table];
    if (!known) return;
    const seats = known.seats.map((info, i) => (i === seat ? { ...info, here } : info));
    this.tables = { ...this.tables, [table]: { ...known, seats } };
  }

  private forget(table: string): void {
    const { [table]: _, ...others } = this.tables;
    this.tables = others;
    this.gone = { ...this.gone, [table]: true };
  }
}

export const live = new Live();
