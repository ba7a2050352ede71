import { sql } from "kysely";
import { z } from "zod";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Notice } from "#server/domains/installation/notifications/notification-types.ts";
import { membersOf } from "#server/domains/sites/projects/members.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { defineJob } from "#server/platform/jobs/job.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import "./tables.ts";

/** To the project's members. Values: `project`, `actor`, `count` of photos. */
export const photosAdded: Notice = {
  name: "photos_added",
  kind: "visit_created",
  type: "info",
  setting: "notify_vt_create",
  isMailed: false,
};

/** Notifies the project of a user's new photos, once none has been added for a while. By project and user. */
export const announcePhotos = defineJob(
  "photos.announce",
  z.object({ id_project: z.number(), id_user: z.number() }),
  { policy: "short" },
);

type Of = { readonly id_project: number; readonly id_user: number };

/** Seconds without a new photo after which a user's photos count as complete: they are sent one by one. */
const quietSeconds = 60;

export interface PhotoNewsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, "send">;
  readonly notices: Notices;
}

/** Notifications of photos: one for all that a user adds in a row. */
export function createPhotoNews({ db, clock, jobs, notices }: PhotoNewsOptions) {
  const later = (trx: Trx, of: Of, seconds: number) =>
    jobs.send(trx, announcePhotos, of, {
      key: `${of.id_project} ${of.id_user}`,
      startAfter: new Date(clock.now().getTime() + seconds * 1000),
    });
  return {
    async added(trx: Trx, of: Of): Promise<void> {
      await later(trx, of, quietSeconds);
    },

    /** Handler of the job. */
    async announce(of: Of): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ id: number; quiet: number; project: string }>`
          select f.id, extract(epoch from now() - f.created_at)::float as quiet, p.name as project
          from photos f join projects p on p.id = f.id_project
          where f.id_project = ${of.id_project} and f.id_user = ${of.id_user} and f.announced_at is null
            and f.deleted_at is null and p.deleted_at is null
          order by f.id desc for update of f`.execute(trx);
        const [newest] = rows;
        if (newest === undefined) return;
        if (newest.quiet < quietSeconds) return void (await later(trx, of, quietSeconds - newest.quiet));
        const ids = rows.map(({ id }) => id);
        await trx.updateTable("photos").set({ announced_at: sql`now()` }).where("id", "in", ids).execute();
        await notices.notify(trx, {
          to: membersOf(of.id_project, "visits.view"),
          by: of.id_user,
          sort: photosAdded,
          values: { project: newest.project, count: rows.length },
          link: `/photos/${of.id_project}`,
          fold: `photos ${of.id_project} ${of.id_user}`,
        });
      });
    },
  };
}
