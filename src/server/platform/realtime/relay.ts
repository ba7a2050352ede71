import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";
import type { Database } from "../database.ts";
import { type Listener, openListener } from "../events/listener.ts";
import type { Log } from "../log.ts";

/**
 * Relays one client's events to clients of other processes: quick, in order, and lost when the database is unreachable,
 * as they are worthless a moment later. The payload is the notification itself, because a row would outlive it.
 */
export interface Relay {
  send(channel: string, text: string): void;
  start(hear: (channel: string, text: string) => void): Promise<void>;
  stop(): Promise<void>;
}

const NAME = "sitewalk_relay";
/** A notification holds less than 8000 bytes. */
const PIECE = 7_500;
/** Messages that wait for the database; beyond that, the oldest are dropped. */
const MOST_WAITING = 1_000;

export function createRelay(options: { db: Database; connection: pg.ClientConfig; log: Log }): Relay {
  const { db, log } = options;
  const self = randomBytes(6).toString("base64url");
  const waiting: string[] = [];
  const parts = new Map<string, string>();
  let listener: Listener | undefined;
  let sending: Promise<void> | undefined;
  let count = 0;

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const pieces = waiting.splice(0).flatMap((text) => {
        const number = ++count;
        const amount = Math.ceil(text.length / PIECE);
        return Array.from({ length: amount }, (_, at) => {
          const rest = amount - at - 1;
          return `${self} ${number} ${rest} ${text.slice(at * PIECE, (at + 1) * PIECE)}`;
        });
      });
      await sql`select pg_notify(${NAME}, piece) from unnest(${pieces}::text[]) as p (piece)`
        .execute(db)
        .catch((error: unknown) => log.debug({ error: String(error) }, "realtime: a client event was lost"));
    }
  };

  return {
    send(channel, text) {
      waiting.push(`${channel} ${ascii(text)}`);
      if (waiting.length > MOST_WAITING) waiting.shift();
      sending ??= flush().finally(() => {
        sending = undefined;
      });
    },
    async start(hear) {
      listener = await openListener({
        connection: options.connection,
        channel: NAME,
        log,
        onConnected: () => parts.clear(),
        onPayload: (payload) => {
          const [, from = "", rest = "", piece = ""] = /^(\S+) \d+ (\d+) ([\s\S]*)$/.exec(payload) ?? [];
          if (from === self) return;
          const text = (parts.get(from) ?? "") + piece;
          if (rest !== "0") return void parts.set(from, text);
          parts.delete(from);
          const space = text.indexOf(" ");
          if (space > 0) hear(text.slice(0, space), text.slice(space + 1));
        },
      });
    },
    async stop() {
      await sending;
      await listener?.close();
    },
  };
}

/** JSON in ASCII only: as many bytes as characters, and it may be cut anywhere. */
const ascii = (json: string) =>
  json.replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
