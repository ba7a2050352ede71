import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Generated, sql } from "kysely";
import { committingWith } from "../committing.ts";
import type { Database } from "../database.ts";
import { AppError } from "../errors.ts";

interface CallsOnceTable {
  key_hash: Buffer;
  input_hash: Buffer;
  /** The current holder; another process takes over when it is silent for too long. */
  held_by: string;
  held_until: Date;
  /** `committed`: the work is done, and the response has not been stored. */
  state: "running" | "committed" | "done";
  status: number | null;
  reply: string | null;
  created_at: Generated<Date>;
}

declare module "../database.ts" {
  interface Tables {
    calls_once: CallsOnceTable;
  }
}

/** One call with the key of its sender. */
export interface NamedCall {
  readonly id_user: number;
  readonly route: string;
  /** `Idempotency-Key`: the sender's own name for this one request. */
  readonly key: string;
  /** Everything that was sent: the same key for another input is a mistake. */
  readonly input: unknown;
}

export interface KeptReply {
  readonly status: number;
  readonly body: unknown;
}

/** Calls that may be retried when their response was lost, and are executed once. */
export interface IdempotencyKeys {
  /**
   * Executes the call, or returns the first response. `CALL_DIFFERS`: the key belongs to another call. `CALL_RUNNING`:
   * the first one is not answered yet. `CALL_DONE`: it was executed and its response is no longer known.
   */
  run(call: NamedCall, answer: () => Promise<KeptReply>): Promise<KeptReply & { readonly isAgain: boolean }>;
  /** Removes keys older than a day. Returns how many. */
  prune(): Promise<number>;
}

/**
 * Seconds after which a call whose process may have ended is taken over. Safe at any length: a process that lost it
 * cannot commit.
 */
const held = 5;
/** Milliseconds that the second of two equal calls waits for the first. */
const patience = 10_000;
const poll = 100;
const largest = 256 * 1024;
const keptHours = 24;

const hash = (...parts: readonly unknown[]) => createHash("sha256").update(JSON.stringify(parts)).digest();

/**
 * The key is written before the work begins and marked in the very transaction that does it, so that neither a lost
 * response nor a process that ends between commit and response makes anything twice.
 */
export function createIdempotencyKeys(db: Database): IdempotencyKeys {
  const claim = (key_hash: Buffer, input_hash: Buffer, held_by: string) =>
    db
      .insertInto("calls_once")
      .values({
        key_hash,
        input_hash,
        held_by,
        held_until: sql<Date>`now() + ${held} * interval '1 second'`,
        state: "running",
        status: null,
        reply: null,
      })
      .onConflict((conflict) =>
        conflict
          .column("key_hash")
          .doUpdateSet({ held_by, held_until: sql<Date>`excluded.held_until` })
          .where("calls_once.input_hash", "=", input_hash)
          .where("calls_once.state", "=", "running")
          .where("calls_once.held_until", "<", sql<Date>`now()`),
      )
      .returning("key_hash")
      .executeTakeFirst();

  const find = (key_hash: Buffer) =>
    db
      .selectFrom("calls_once")
      .select(["input_hash", "state", "status", "reply"])
      .select(sql<boolean>`held_until < now()`.as("is_silent"))
      .where("key_hash", "=", key_hash)
      .executeTakeFirst();

  const mine = (key_hash: Buffer, held_by: string) => ({
    async keep({ status, body }: KeptReply): Promise<void> {
      const reply = JSON.stringify(body);
      await db
        .updateTable("calls_once")
        .set(reply.length > largest ? { state: "committed" } : { state: "done", status, reply })
        .where("key_hash", "=", key_hash)
        .where("held_by", "=", held_by)
        .execute();
    },
    /** The call had no effect: the same key may be used for another attempt. */
    async forget(): Promise<void> {
      await db
        .deleteFrom("calls_once")
        .where("key_hash", "=", key_hash)
        .where("held_by", "=", held_by)
        .where("state", "=", "running")
        .execute();
    },
  });

  return {
    async run({ id_user, route, key, input }, answer) {
      const key_hash = hash(id_user, route, key);
      const input_hash = hash(input);
      const held_by = randomUUID();
      for (const deadline = performance.now() + patience; ; await pause(poll)) {
        if ((await claim(key_hash, input_hash, held_by)) !== undefined) break;
        const other = await find(key_hash);
        // It was refused, and may be retried.
        if (other === undefined) continue;
        if (!other.input_hash.equals(input_hash)) throw new AppError("CALL_DIFFERS");
        if (other.state === "done" && other.reply !== null)
          return { status: other.status ?? 200, body: JSON.parse(other.reply) as unknown, isAgain: true };
        if (other.state === "committed" && other.is_silent) throw new AppError("CALL_DONE");
        if (performance.now() > deadline) throw new AppError("CALL_RUNNING");
      }
      const own = mine(key_hash, held_by);
      const mark = {
        text: "update calls_once set state = 'committed' where key_hash = $1 and held_by = $2 and state = 'running'",
        values: [key_hash, held_by],
      };
      try {
        const reply = await committingWith(mark, answer);
        await own.keep(reply);
        return { ...reply, isAgain: false };
      } catch (error) {
        // If this does not get through, it expires by itself.
        await own.forget().catch(() => undefined);
        throw error;
      }
    },
    async prune() {
      const { numDeletedRows } = await db
        .deleteFrom("calls_once")
        .where("created_at", "<", sql<Date>`now() - ${keptHours} * interval '1 hour'`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
