import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { Nodes } from "#server/platform/nodes.ts";
import type { LiveRepository } from "./live.repository.ts";

export interface ChannelQueueOptions {
  readonly db: Database;
  readonly repository: Pick<LiveRepository, "byId">;
  readonly nodes: Pick<Nodes, "others">;
}

/** Each holds a database connection for as long as a service takes. */
const AT_A_TIME = 2;

/**
 * Serializes operations on one channel. For hosted services also across nodes: two parallel creations would both be
 * made there, and charged. With our own server the row decides, whichever node acts.
 */
export function createChannelQueue({ db, repository, nodes }: ChannelQueueOptions) {
  const turns = new Map<number, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let held = 0;

  /** Ends with the transaction, and so with this process, however it ends. */
  async function amongNodes<T>(id: number, work: () => Promise<T>): Promise<T> {
    if (held >= AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
    else held += 1;
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`live:${id}`}, 0))`.execute(trx);
        return work();
      });
    } finally {
      const next = waiting.shift();
      if (next === undefined) held -= 1;
      else next();
    }
  }

  return function inTurn<T>(id: number, work: () => Promise<T>): Promise<T> {
    const act = async () => {
      const isElsewhere = nodes.others() > 0 && ((await repository.byId(id))?.driver ?? "own") !== "own";
      return isElsewhere ? amongNodes(id, work) : work();
    };
    const mine = (turns.get(id) ?? Promise.resolve()).catch(() => undefined).then(act);
    turns.set(id, mine);
    const forget = () => void (turns.get(id) === mine && turns.delete(id));
    mine.then(forget, forget);
    return mine;
  };
}

export type ChannelQueue = ReturnType<typeof createChannelQueue>;
