import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { ActivityKind } from "#contract/kinds.ts";
import { nameInLog } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { browserHash, type SessionUser } from "#server/platform/session.ts";
import "./tables.ts";
import { factsOf, isMachine } from "#server/platform/visitor-facts.ts";

/** A viewed item. */
export interface SeenThing {
  readonly kind: ActivityKind;
  readonly id: number;
  readonly name: string;
  readonly id_project: number;
}

/** Records a view: once per viewer, item and quarter of an hour. */
export interface Sightings {
  seen(thing: SeenThing, user: SessionUser | null, request: FastifyRequest): Promise<void>;
}

const quarter = 900_000;
/** Limit of viewers remembered for the present quarter, to avoid repeated queries. */
const remembered = 20_000;

/**
 * The log of views. An entry is never updated, so that it can be sealed; viewing times are part of the views of visits
 * and videos.
 */
export function createSightings(db: Database): Sightings {
  let now = 0;
  const known = new Set<string>();

  /** True once per viewer, item and quarter; the database decides the same for all processes. */
  function isNew(key: string): boolean {
    const at = Math.floor(Date.now() / quarter);
    if (at !== now || known.size >= remembered) known.clear();
    now = at;
    return !known.has(key) && known.add(key).size > 0;
  }

  return {
    async seen({ kind, id, name, id_project }, user, request) {
      if (user === null && isMachine(request.headers)) return;
      const viewer = user === null ? guestOf(`${kind} ${id}`, request) : `u${user.id}`;
      const key = `${kind} ${id} ${viewer}`;
      if (!isNew(key)) return;
      const { address } = factsOf(request.ip, request.headers);
      await sql`
        insert into sightings (kind, id_thing, thing_name, id_project, viewer, id_user, address, quarter)
        values (${kind}, ${id}, ${nameInLog(name)}, ${id_project}, ${viewer}, ${user?.id ?? null}, ${address},
          date_bin('15 minutes', now(), 'epoch'::timestamptz))
        on conflict (kind, id_thing, viewer, quarter) do nothing`
        .execute(db)
        .catch((error: unknown) => {
          known.delete(key);
          throw error;
        });
    },
  };
}

/** The same browser is a different guest for each item, so that readers of the table cannot connect them. */
function guestOf(thing: string, request: FastifyRequest): string {
  const browser = browserHash(request)?.toString("hex");
  const who = browser ?? `${request.ip} ${request.headers["user-agent"] ?? ""}`;
  return `g${createHash("sha256").update(`${thing}:${who}`).digest("hex").slice(0, 32)}`;
}
