import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import "./tables.ts";

/** Milliseconds: how long a lease lasts without renewal, how often it is renewed, how long a caller waits for it. */
const lasts = 4000;
const renewed = 1000;
const patience = 15_000;
const poll = 100;
/** A lease counts as lost this much before others may take it: clocks and scheduling are not exact. */
const margin = 1000;

/** The right of one request in one process to write one upload. */
export interface Lease {
  release(): Promise<void>;
}

export interface Leases {
  /**
   * Waits for the upload to be free. `onWanted` is called once when another request asks for it: a request that hangs
   * on a dead connection has to yield to the one that resumes. Returns undefined when it did not become free in time,
   * or `signal` aborted.
   */
  take(id: string, onWanted: () => void, signal?: AbortSignal): Promise<Lease | undefined>;
  /** Whether this process may write to it now. Checked before every write: a process that was suspended has lost it. */
  isHeld(id: string): boolean;
  /** The id under which the database knows the lease that this process holds; undefined when it may not write. */
  heldBy(id: string): string | undefined;
}

/**
 * Write access to an upload, across processes: a row's lease and not a lock of the database, because a slow part takes
 * a minute and a lock would hold a connection for as long. A process that dies loses it after four seconds.
 */
export function createLeases(db: Database): Leases {
  const held = new Map<string, { token: string; until: number }>();

  const claim = async (id: string, token: string): Promise<"mine" | "taken" | "absent"> => {
    const begun = performance.now();
    const { rows } = await sql<{ mine: boolean }>`
      with free as (
        update uploads set held_by = ${token}, held_until = now() + ${lasts} * interval '1 ms', is_wanted = false
        where id = ${id} and (held_until is null or held_until < now())
        returning true as mine
      ), asked as (
        update uploads set is_wanted = true
        where id = ${id} and held_until >= now() and not exists (select from free)
        returning false as mine
      )
      select mine from free union all select mine from asked`.execute(db);
    if (rows.some(({ mine }) => mine)) {
      held.set(id, { token, until: begun + lasts - margin });
      return "mine";
    }
    if (rows.length > 0) return "taken";
    const row = await db.selectFrom("uploads").select("id").where("id", "=", id).executeTakeFirst();
    return row === undefined ? "absent" : "taken";
  };

  const keep = (id: string, token: string, onWanted: () => void) => {
    let isTold = false;
    const renew = async () => {
      const begun = performance.now();
      const mine = held.get(id);
      if (mine?.token !== token) return;
      const row = await db
        .updateTable("uploads")
        .set({ held_until: sql<Date>`now() + ${lasts} * interval '1 ms'` })
        .where("id", "=", id)
        .where("held_by", "=", token)
        .returning("is_wanted")
        .executeTakeFirst()
        .catch(() => null);
      // The database is unreachable: the lease as last confirmed still holds, and no longer.
      if (row === null) return;
      if (row === undefined) held.delete(id);
      else mine.until = begun + lasts - margin;
      if ((row === undefined || row.is_wanted) && !isTold) {
        isTold = true;
        onWanted();
      }
    };
    const timer = setInterval(() => void renew(), renewed);
    timer.unref();
    return () => clearInterval(timer);
  };

  const heldBy = (id: string) => {
    const mine = held.get(id);
    return mine !== undefined && mine.until > performance.now() ? mine.token : undefined;
  };

  return {
    heldBy,
    isHeld: (id) => heldBy(id) !== undefined,
    async take(id, onWanted, signal) {
      const token = randomUUID();
      const deadline = performance.now() + patience;
      for (;;) {
        if (signal?.aborted === true) return undefined;
        const answer = await claim(id, token);
        // No one else knows of an upload that does not exist yet.
        if (answer === "absent") return { release: () => Promise.resolve() };
        if (answer === "mine") break;
        if (performance.now() > deadline) return undefined;
        await pause(poll);
      }
      const stop = keep(id, token, onWanted);
      return {
        async release() {
          stop();
          if (held.get(id)?.token === token) held.delete(id);
          // If this does not get through, the lease expires by itself.
          await db
            .updateTable("uploads")
            .set({ held_by: null, held_until: null, is_wanted: false })
            .where("id", "=", id)
            .where("held_by", "=", token)
            .execute()
            .catch(() => undefined);
        },
      };
    },
  };
}
