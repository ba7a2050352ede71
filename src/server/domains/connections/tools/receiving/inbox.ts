import { sql } from "kysely";
import type { ToolName } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { type ToolClients, ToolFailure, type ToolNews } from "#server/integrations/tools/tool-client.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { Connections } from "../connecting/connections.ts";
import { judge } from "../sending/backoff.ts";
import { findLinkTarget, linkById } from "../sending/link-target.ts";
import { hearNews } from "../tools.jobs.ts";
import type { CardChanges } from "./card-changes.ts";

import "../tables.ts";

export interface InboxOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Pick<Jobs, "send">;
  readonly clients: ToolClients;
  readonly connections: Pick<Connections, "use" | "pause">;
  readonly arrivals: Pick<CardChanges, "settle" | "gone">;
  readonly mayUse: (userId: number, tool: ToolName) => Promise<boolean>;
  readonly boardIsThere: (
    place: Exclude<Awaited<ReturnType<typeof findLinkTarget>>, string>,
  ) => Promise<boolean>;
}

/** Days for which event keys are remembered, and unprocessable events are kept. */
const keptDays = 14;
/** Limit of cards processed in one run; the next run follows within a minute. */
const perRun = 500;

interface Waiting {
  readonly id_link: number;
  readonly ids: number[];
  readonly at: Date;
}

export type ToolInbox = ReturnType<typeof createToolInbox>;

/** Events from the tools, by hook or by polling: stored first, each once, and processed afterwards. */
export function createToolInbox(options: InboxOptions) {
  const { db, clock, log, jobs, clients, connections, arrivals } = options;

  const done = (ids: readonly number[]) =>
    db
      .updateTable("tool_inbox")
      .set({ done_at: clock.now() })
      .where("id", "in", [...ids])
      .execute();

  /** Drops events that cannot be processed at present: they are polled again once they can. */
  const forget = (ids: readonly number[]) =>
    db
      .deleteFrom("tool_inbox")
      .where("id", "in", [...ids])
      .execute();

  /** Returns false to keep it for the next run. */
  const act = async ({ id_link, ids, at }: Waiting): Promise<boolean> => {
    const link = await linkById(db, id_link);
    if (link === undefined) return true;
    const place = await findLinkTarget(db, link);
    if (place === "reauth") return false;
    if (typeof place === "string") return true;
    if (!(await options.mayUse(place.connection.id_user, link.tool))) {
      await forget(ids);
      return false;
    }
    const on = { boardId: link.board_id, cardId: link.external_id ?? "" };
    try {
      const card = await connections.use(place.connection.id, (tokens) =>
        clients[link.tool].readCard(tokens, on),
      );
      await arrivals.settle(place, card, at);
      return true;
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      if (error.kind === "not_found") {
        if (await options.boardIsThere(place)) await arrivals.gone(place);
        return true;
      }
      const { pause } = judge(error, { attempts: 0, now: clock.now() });
      if (pause !== null) await connections.pause(place.connection.id, pause);
      return error.kind === "refused";
    }
  };

  return {
    /** Like `keep`, and schedules the processing. */
    take: (projectToolId: number, news: readonly ToolNews[]): Promise<void> =>
      db.transaction().execute(async (trx) => {
        if ((await keep(trx, projectToolId, news, clock.now())) > 0)
          await jobs.send(trx, hearNews, {}, { key: "due" });
      }),

    /** Handler of the job. */
    async hear(signal?: AbortSignal): Promise<void> {
      for (const one of await waiting(db, clock.now())) {
        if (signal?.aborted === true) return;
        try {
          if (await act(one)) await done(one.ids);
        } catch (error) {
          // One card must not block the events of the others.
          log.error({ link: one.id_link, error: String(error) }, "a change of a card could not be processed");
        }
      }
    },

    /** Deletes expired event keys, and the log entries of each card beyond those shown. */
    async prune(): Promise<void> {
      const before = new Date(clock.now().getTime() - keptDays * 86_400_000);
      await db.deleteFrom("tool_inbox").where("created_at", "<", before).execute();
      await sql`
        delete from snag_link_log where id in (
          select id from (
            select id, row_number() over (partition by id_link order by id desc) as place from snag_link_log) as e
          where e.place > ${limits.tools.log})`.execute(db);
    },
  };
}

/** Stores events of followed cards; those of other cards are dropped. Returns the number of new ones. */
async function keep(trx: Trx, projectToolId: number, news: readonly ToolNews[], now: Date): Promise<number> {
  if (news.length === 0) return 0;
  const rows = news.map(({ key, cardId, kind, at, actorId }) => ({
    key: key.slice(0, 200),
    card: cardId,
    body: { cardId, kind, at: at.toISOString(), actorId },
  }));
  const { rows: kept } = await sql`
    insert into tool_inbox (id_project_tool, key, body, created_at)
    select ${projectToolId}, n.key, n.body, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (key text, card text, body jsonb)
    where exists (select from snag_links l
      where l.id_project_tool = ${projectToolId} and l.external_id = n.card and l.unlinked_at is null)
    on conflict (id_project_tool, key) do nothing
    returning id`.execute(trx);
  return kept.length;
}

/** Grouped by card: several events of one card are processed with one read of it. */
async function waiting(db: Database, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select l.id as id_link, jsonb_agg(i.id) as ids, max((i.body ->> 'at')::timestamptz) as at
    from tool_inbox i
    join project_tools t on t.id = i.id_project_tool
    join tool_connections c on c.id = t.id_connection and c.state = 'connected'
    join snag_links l on l.id_project_tool = t.id and l.external_id = i.body ->> 'cardId'
    where i.done_at is null and (c.paused_until is null or c.paused_until <= ${now})
    group by l.id order by min(i.id) limit ${perRun}`.execute(db);
  return rows;
}
