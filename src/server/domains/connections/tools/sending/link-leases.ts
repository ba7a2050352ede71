import { sql } from "kysely";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { snagLink } from "#server/domains/work/snags/links.ts";
import { snagsChanged } from "#server/domains/work/snags/snags.events.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { toolTitles } from "../values.ts";
import { type Entry, type LinkRow, write } from "./link-target.ts";

export interface LinkLeasesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Pick<Bus, "emit">;
  readonly notices: Notices;
}

export type LinkLeases = ReturnType<typeof createLinkLeases>;

/** Minutes for which a worker holds a link after each step; a call takes less than one. */
const lease = 3;

/** Another worker holds the link by now: the pending write is dropped. */
export class LeaseLost extends Error {}

/**
 * Leases of links to workers. A lease is held by its claim number, not by a lock, so that a change of the snag never
 * waits for a tool to respond.
 */
export function createLinkLeases({ db, clock, bus, notices }: LinkLeasesOptions) {
  const leased = () => new Date(clock.now().getTime() + lease * 60_000);

  const due = (now: Date) => sql`
    from snag_links l
    left join project_tools t on t.id = l.id_project_tool
    left join tool_connections c on c.id = t.id_connection
    where l.next_try_at <= ${now} and l.unlinked_at is null
      and (l.claimed_until is null or l.claimed_until <= ${now})
      and (c.paused_until is null or c.paused_until <= ${now})`;

  /** Claims the next due link for this worker; links that another worker is claiming are skipped. */
  const claim = async (): Promise<LinkRow | undefined> => {
    const next = sql<number>`(
      select l.id ${due(clock.now())} order by l.next_try_at, l.id limit 1 for update of l skip locked)`;
    return db
      .updateTable("snag_links")
      .set({ claim: sql`claim + 1`, claimed_until: leased() })
      .where("id", "=", next)
      .returningAll()
      .executeTakeFirst();
  };

  /** Whether a due link could not be claimed because its row is being written at this moment. */
  const isAnyPassedOver = async (): Promise<boolean> => {
    const { rows } = await sql`select ${due(clock.now())} limit 1`.execute(db);
    return rows.length > 0;
  };

  /** Stores the result of a step, and extends the lease. Throws `LeaseLost`. */
  const keep = (link: LinkRow, values: Partial<LinkRow>, entries: readonly Entry[] = []): Promise<LinkRow> =>
    db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable("snag_links")
        .set({ claimed_until: leased(), ...values })
        .where("id", "=", link.id)
        .where("claim", "=", link.claim)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw new LeaseLost();
      for (const entry of entries) await write(trx, link.id, entry);
      // Requests made after the work began are not part of it.
      return { ...row, asked: link.asked };
    });

  /** Releases the link. A request made meanwhile keeps it due. */
  const finish = async (
    link: LinkRow,
    values: Partial<LinkRow>,
    {
      nextTry = null,
      projectId,
    }: { readonly nextTry?: Date | null; readonly projectId?: number | undefined } = {},
    failure?: { readonly entry: Entry; readonly isOver: boolean },
  ): Promise<void> => {
    await db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable("snag_links")
        .set({
          ...values,
          claimed_until: null,
          updated_at: clock.now(),
          next_try_at: sql`case when asked = ${link.asked} then ${nextTry}::timestamptz else ${clock.now()}::timestamptz end`,
        })
        .where("id", "=", link.id)
        .where("claim", "=", link.claim)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return;
      if (failure?.isOver === true) {
        await write(trx, link.id, failure.entry);
        await tellOfFailure(trx, row);
      }
      if (projectId !== undefined)
        await bus.emit(trx, snagsChanged, { id_project: projectId, ids: [link.id_snag], rooms: [] });
    });
  };

  const tellOfFailure = async (trx: Trx, link: LinkRow): Promise<void> => {
    const snag = await trx
      .selectFrom("snags as s")
      .innerJoin("projects as p", "p.id", "s.id_project")
      .select(["s.number", "s.title", "p.name as project"])
      .where("s.id", "=", link.id_snag)
      .executeTakeFirst();
    if (snag === undefined || link.id_user === null) return;
    await notices.notify(trx, {
      to: [link.id_user],
      sort: "tool_failed",
      values: { tool: toolTitles[link.tool], snag: snag.title, number: snag.number, project: snag.project },
      link: snagLink(link.id_snag),
      fold: `tool failed ${link.id}`,
    });
  };

  return { claim, isAnyPassedOver, keep, finish };
}
