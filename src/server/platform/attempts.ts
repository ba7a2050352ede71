import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import { type Generated, sql } from "kysely";
import type { Database } from "./database.ts";
import { AppError } from "./errors.ts";

interface AttemptsTable {
  key_hash: Buffer;
  count: Generated<number>;
  ends_at: Date;
}

declare module "./database.ts" {
  interface Tables {
    attempts: AttemptsTable;
  }
}

export interface AttemptLimit {
  /** Attempts within one window. */
  readonly max: number;
  /** Length of the window; it starts with its first attempt. */
  readonly seconds: number;
}

/** Counts of guesses and emails, kept in the database: all nodes count together, and a restart resets nothing. */
export interface Attempts {
  /** Counts one attempt under `key`; throws RATE_LIMITED with the seconds to wait once there were more than `max`. */
  take(key: string, limit: AttemptLimit): Promise<void>;
  /** Attempts counted in the current window; 0 when there is none. */
  count(key: string): Promise<number>;
  /** Whether that many were counted in the current window. */
  hasReached(key: string, tries: number): Promise<boolean>;
  /** Takes one back that should not count. */
  giveBack(key: string): Promise<void>;
  /** Clears the count: the user has authenticated. */
  clear(key: string): Promise<void>;
  /** Removes expired windows. */
  prune(): Promise<void>;
}

/**
 * The key part for a caller's address: an IPv6 network rather than one of the 2^64 addresses that every caller has
 * within it, and IPv4 the same however it is written.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  if (ip.kind() === "ipv4") return ip.toString();
  return `${ip.toByteArray().slice(0, 8).join(".")}/64`;
}

/** Like `networkOf`, but the /24 of an IPv4 address: an attacker has more than one address of it. */
export function wideNetworkOf(address: string): string {
  const network = networkOf(address);
  return ipaddr.IPv4.isValid(network) ? network.replace(/\d+$/, "0/24") : network;
}

const hash = (key: string) => createHash("sha256").update(key).digest();

/** `factor` multiplies every limit: tests of other features make many attempts. */
export function createAttempts(db: Database, factor = 1): Attempts {
  const count = async (key: string) => {
    const row = await db
      .selectFrom("attempts")
      .select("count")
      .where("key_hash", "=", hash(key))
      .where("ends_at", ">", sql<Date>`now()`)
      .executeTakeFirst();
    return row?.count ?? 0;
  };
  return {
    count,
    hasReached: async (key, tries) => (await count(key)) >= tries * factor,
    async take(key, { max, seconds }) {
      const { rows } = await sql<{ count: number; wait: number }>`
        insert into attempts as a (key_hash, count, ends_at)
        values (${hash(key)}, 1, now() + make_interval(secs => ${seconds}))
        on conflict (key_hash) do update set
          count = case when a.ends_at <= now() then 1 else a.count + 1 end,
          ends_at = case when a.ends_at <= now() then excluded.ends_at else a.ends_at end
        returning count, ceil(extract(epoch from ends_at - now()))::int as wait`.execute(db);
      const [row] = rows;
      if (row !== undefined && row.count > max * factor)
        throw new AppError("RATE_LIMITED", { values: { seconds: Math.max(1, row.wait) } });
    },
    async giveBack(key) {
      await db
        .updateTable("attempts")
        .set({ count: sql<number>`count - 1` })
        .where("key_hash", "=", hash(key))
        .where("count", ">", 0)
        .execute();
    },
    async clear(key) {
      await db.deleteFrom("attempts").where("key_hash", "=", hash(key)).execute();
    },
    async prune() {
      await db.deleteFrom("attempts").where("ends_at", "<=", sql<Date>`now()`).execute();
    },
  };
}
