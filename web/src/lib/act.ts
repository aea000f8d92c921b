/** Does something at the table: the server's answer, or null where it was refused and the reason is shown. */
export type Act = (verb: string, body: Record<string, unknown>) => Promise<Record<string, unknown> | null>;
