import { randomBytes } from "node:crypto";
import { type Generated, sql } from "kysely";
import type { Database } from "./database.ts";
import type { Signals } from "./events/signals.ts";
import type { Log } from "./log.ts";

export type NodeRole = "all" | "web" | "worker";

/** A process of this installation that serves, works, or both. */
export interface Node {
  readonly id: string;
  readonly name: string;
  /** How other nodes reach it, such as `http://10.0.0.5:8080`; empty: they cannot. */
  readonly url: string;
  readonly role: NodeRole;
  readonly version: string;
  readonly started_at: Date;
  readonly seen_at: Date;
  readonly isSelf: boolean;
}

/** The other processes on this database. */
export interface Nodes {
  /** The id of this process; a new one after every start. */
  readonly self: string;
  /** Nodes that are alive, this one included, the oldest first; at most two seconds old. */
  alive(): readonly Node[];
  /** Number of other nodes that are alive. */
  others(): number;
  /** Number of those that answer calls. */
  othersServing(): number;
  find(id: string): Node | undefined;
  /** Milliseconds by which this process's clock is ahead of the database's; negative when it is behind. */
  skewMs(): number;
  /** Calls `hear` whenever a node came or went. Returns a function that stops it. */
  onChange(hear: () => void): () => void;
  start(): Promise<void>;
  /** Removes this node from the list; the others are notified at once. */
  stop(): Promise<void>;
}

interface NodesTable {
  id: string;
  name: string;
  url: Generated<string>;
  role: NodeRole;
  version: string;
  started_at: Generated<Date>;
  seen_at: Generated<Date>;
}

declare module "./database.ts" {
  interface Tables {
    nodes: NodesTable;
  }
}

export interface NodesOptions {
  readonly db: Database;
  readonly name: string;
  readonly url: string;
  readonly role: NodeRole;
  readonly version: string;
  readonly log: Log;
  /** With it others are notified at once of nodes that come and go, rather than at their next poll. */
  readonly signals?: Signals;
  /** Milliseconds between two heartbeats. */
  readonly every?: number;
}

const TOPIC = "nodes";
const BEAT = 2_000;
/** How long a node counts as alive after its last heartbeat, by the database's clock. */
const ALIVE_SECONDS = 10;
/** How long rows of dead nodes are kept, to find out which ones are missing. */
const KEPT_HOURS = 24;
/** A response that took longer says too little about which clock is right. */
const SLOWEST_MEASURE = 1_000;

/**
 * A row per process, renewed every two seconds, is all that nodes know of each other. While the database is
 * unreachable, the last result is kept: to drop the others then would be a guess as well, and a worse one.
 */
export function createNodes(options: NodesOptions): Nodes {
  const { db, name, url, role, version, log, signals, every = BEAT } = options;
  const self = randomBytes(9).toString("base64url");
  const hearers = new Set<() => void>();
  const begun = new Date();
  const alone = { id: self, name, url, role, version, started_at: begun, seen_at: begun, isSelf: true };
  let known: readonly Node[] = [alone];
  let serving = 0;
  let skew = 0;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | undefined;
  let beating: Promise<void> | undefined;
  let isStopped = false;

  const beat = async (): Promise<void> => {
    const asked = Date.now();
    const { rows } = await sql<Node>`
      with me as (
        insert into nodes (id, name, url, role, version) values (${self}, ${name}, ${url}, ${role}, ${version})
        on conflict (id) do update set seen_at = clock_timestamp() returning *
      ), gone as (
        delete from nodes where seen_at < now() - make_interval(hours => ${KEPT_HOURS}) and id <> ${self}
      )
      select *, true as "isSelf" from me
      union all
      select *, false from nodes
      where id <> ${self} and seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})
      order by started_at, id`.execute(db);
    const answered = Date.now();
    const seen = rows.find(({ isSelf }) => isSelf)?.seen_at.getTime();
    if (seen !== undefined && answered - asked < SLOWEST_MEASURE) skew = (asked + answered) / 2 - seen;
    const before = known;
    known = rows;
    serving = rows.filter(({ isSelf, role }) => !isSelf && role !== "worker").length;
    if (before.length === known.length && before.every(({ id }, at) => known[at]?.id === id)) return;
    for (const hear of hearers) hear();
  };

  const look = (): Promise<void> => {
    clearTimeout(timer);
    beating ??= beat()
      .catch((error: unknown) =>
        log.warn({ error: String(error) }, "nodes: the node list could not be refreshed"),
      )
      .finally(() => {
        beating = undefined;
        if (!isStopped) timer = setTimeout(() => void look(), every).unref();
      });
    return beating;
  };

  /** Makes the others poll now. */
  const raise = () => signals && db.transaction().execute((trx) => signals.raiseWith(trx, TOPIC));

  return {
    self,
    alive: () => known,
    others: () => known.length - 1,
    othersServing: () => serving,
    find: (id) => known.find((node) => node.id === id),
    skewMs: () => skew,
    onChange(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    async start() {
      await look();
      unsubscribe = signals?.on(TOPIC, () => void look());
      await raise();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      unsubscribe?.();
      await beating;
      known = [alone];
      serving = 0;
      try {
        await db.deleteFrom("nodes").where("id", "=", self).execute();
        await raise();
      } catch (error) {
        log.warn(
          { error: String(error) },
          "nodes: heartbeat failed, other nodes drop this one after ten seconds",
        );
      }
    },
  };
}
