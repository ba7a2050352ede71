import { sql } from "kysely";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { membersOf } from "#server/domains/sites/projects/members.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { announceVisit, comparePhotos } from "./visits.jobs.ts";
import "./tables.ts";

export interface AnnounceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, "send">;
  readonly notices: Notices;
}

interface Standing {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly project: string;
  readonly id_project: number;
  readonly id_user: number | null;
  readonly ready: number;
  readonly processing: number;
  /** Seconds since the last room was added. */
  readonly quiet: number;
}

/** Seconds without a new room after which a visit counts as complete: pictures are sent one by one. */
export const quietSeconds = 30;

/** Seconds after which an unsettled picture is no longer waited for; once it is settled, the wait starts anew. */
const patience = 6 * 3600;

/** Notifications of visits: added, ready to view, or with an unusable picture. */
export function createAnnouncements({ db, clock, jobs, notices }: AnnounceOptions) {
  const after = (id_visit: number, seconds = quietSeconds) => ({
    key: String(id_visit),
    startAfter: new Date(clock.now().getTime() + seconds * 1000),
  });
  const later = (trx: Trx, id_visit: number, seconds = quietSeconds) =>
    jobs.send(trx, announceVisit, { id_visit }, after(id_visit, seconds));

  /** Locks the visit against parallel announcements; undefined when it was deleted or already announced. */
  const standing = async (trx: Trx, visitId: number): Promise<Standing | undefined> => {
    const { rows } = await sql<Standing>`
      select v.id, v.code, v.name, v.id_project, v.id_user, p.name as project, facts.*
      from visits v join projects p on p.id = v.id_project,
      lateral (
        select count(*) filter (where c.state = 'ready') as ready,
          count(*) filter (where c.state = 'processing') as processing,
          coalesce(extract(epoch from now() - max(r.created_at)), 0)::float as quiet
        from rooms r join pictures c on c.sha256 = r.picture_sha256 where r.id_visit = v.id
      ) facts
      where v.id = ${visitId} and v.announced_at is null and v.deleted_at is null and p.deleted_at is null
      for update of v`.execute(trx);
    return rows[0];
  };

  return {
    /** Announces a new visit, still without rooms. */
    created: (
      trx: Trx,
      visit: { readonly id: number; readonly name: string; readonly id_user: number },
      project: { readonly id: number; readonly name: string },
    ) =>
      notices.notify(trx, {
        to: membersOf(project.id, "visits.view"),
        by: visit.id_user,
        sort: "visit_created",
        values: { visit: visit.name, project: project.name },
        link: `/visits/${project.id}`,
        fold: matter(visit.id),
      }),

    /** A picture of it is settled: possibly the last one. */
    async settled(trx: Trx, visitId: number): Promise<void> {
      await later(trx, visitId);
      await jobs.send(trx, comparePhotos, { id_visit: visitId }, after(visitId));
    },

    /** Notifies the uploader that the picture cannot be used. */
    async failed(trx: Trx, roomId: number): Promise<void> {
      const { rows } = await sql<{ id_visit: number; room: string; visit: string; id_user: number | null }>`
        select r.id_visit, r.name as room, v.name as visit, coalesce(r.id_user, v.id_user) as id_user
        from rooms r join visits v on v.id = r.id_visit
        where r.id = ${roomId} and v.deleted_at is null`.execute(trx);
      const [row] = rows;
      if (row === undefined || row.id_user === null) return;
      await notices.notify(trx, {
        to: [row.id_user],
        sort: "picture_failed",
        values: { room: row.room, visit: row.visit },
        link: `/editvisit/${row.id_visit}`,
        fold: `pictures of visit ${row.id_visit}`,
      });
    },

    /**
     * Handler of the job: notifies the project once, when all is ready and nothing more arrives; checks again later
     * otherwise.
     */
    async announce(visitId: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const visit = await standing(trx, visitId);
        if (visit === undefined || (visit.processing === 0 && visit.ready === 0)) return;
        if (visit.quiet < quietSeconds) return void (await later(trx, visitId, quietSeconds - visit.quiet));
        if (visit.processing > 0) return void (visit.quiet < patience && (await later(trx, visitId)));
        await trx.updateTable("visits").set({ announced_at: sql`now()` }).where("id", "=", visitId).execute();
        await notices.notify(trx, {
          to: membersOf(visit.id_project, "visits.view"),
          ...(visit.id_user !== null && { by: visit.id_user }),
          sort: "visit_ready",
          values: { visit: visit.name, project: visit.project, count: visit.ready },
          link: `/viewer/${visit.code}`,
          fold: matter(visitId),
        });
      });
    },
  };
}

/** "Ready" replaces an unread "added". */
const matter = (visitId: number) => `visit ${visitId}`;
