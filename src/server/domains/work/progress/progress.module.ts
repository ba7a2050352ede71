import { type Progress, progressApi } from "#contract/progress.ts";
import {
  type ProjectStanding,
  projectFlags,
  standingsIn,
} from "#server/domains/sites/projects/projects.policy.ts";
import type { Pictures } from "#server/media/index.ts";
import { type Activity, changedNames, recordActivity } from "#server/platform/activity.ts";
import { capturedBefore, splitCapture } from "#server/platform/captures.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { dayAt } from "#server/platform/site-time.ts";
import { dayOf } from "../snags/days.ts";
import { addEntry } from "./add-entry.ts";
import { curveOf } from "./levels.ts";
import { progressEntryPolicy } from "./progress.policy.ts";
import { createProgressRepository } from "./progress.repository.ts";
import { samples } from "./samples.ts";
import { wireEntry, wireProgress } from "./wire.ts";

export interface ProgressOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly pictures: Pick<Pictures, "covers">;
  /** Progress planned for a day by the schedule of a project. */
  readonly planned: (projectId: number, until: string) => Promise<Progress["planned"]>;
}

const DAY = 86_400_000;
/** The earliest accepted day, so that a typo does not stretch the curve over centuries. */
const FIRST_DAY = "2000-01-01";

export function progressModule({ db, clock, pictures, planned: plannedOf }: ProgressOptions) {
  const repository = createProgressRepository(db);

  /** Throws VALIDATION for future days (in any time zone) and for those before the first day. */
  const checkDay = (day: string): void => {
    const last = dayOf(new Date(clock.now().getTime() + DAY));
    if (day < FIRST_DAY || day > last) throw refused("on_date", "progress.date_range");
  };

  const nameOf = async (entry: { id_project: number; id_sheet: number | null; place: string }) => {
    const sheet =
      entry.id_sheet === null ? undefined : await repository.sheet(entry.id_project, entry.id_sheet);
    return [sheet?.name ?? "", entry.place].filter((part) => part !== "").join(" · ");
  };

  const show = async (id: number, standing: ProjectStanding, user: SessionUser) => {
    const entry = await repository.entry(id);
    if (entry === undefined) throw new AppError("NOT_FOUND");
    return wireEntry(entry, standing, user);
  };

  return {
    policies: { progress_entry: progressEntryPolicy(db) },
    samples,
    handlers: handlers(progressApi, {
      "GET /api/projects/{id}/progress": async ({ subject, query, user }) => {
        const until = query.until ?? dayAt(clock.now(), subject.time_zone);
        const can = projectFlags(subject, user);
        const seesSnags = can.view_snags || standingsIn(subject).includes("snags.own");
        const [visits, sheets, words, snags, planned] = await Promise.all([
          repository.visits(subject.id, until),
          repository.floors(subject.id),
          repository.words(subject.id, until),
          seesSnags ? repository.snagWeeks(subject.id, user, until) : null,
          plannedOf(subject.id, until),
        ]);
        const { levels, curve } = curveOf(
          sheets.map(({ id }) => id),
          words,
        );
        return wireProgress({ visits, sheets, levels, curve, snags, planned, can }, pictures);
      },
      "GET /api/projects/{id}/progress/entries": async ({ subject, user }) =>
        (await repository.entries(subject.id)).map((entry) => wireEntry(entry, subject, user)),
      "POST /api/progress-entries": async ({ body, subject, user, request }) => {
        const [capture, { id_sheet, place, percent, note, from, ...sent }] = splitCapture(body);
        const on_date =
          sent.on_date ?? dayAt(capturedBefore(capture, clock.now()) ?? clock.now(), subject.time_zone);
        checkDay(on_date);
        if (id_sheet !== null && (await repository.sheet(subject.id, id_sheet)) === undefined)
          throw refused("id_sheet", "progress.sheet_elsewhere");
        const word = { id_project: subject.id, id_sheet, place, percent, on_date, note, id_user: user.id };
        const name = (await nameOf(word)) || subject.name;
        const id = await addEntry({ db, repository }, word, {
          from,
          capture,
          record: (verb, entry) => done(verb, { ...word, id: entry }, name, user, request.ip),
        });
        return show(id, subject, user);
      },
      "PUT /api/progress-entries/{id}": async ({ subject, body, user, request }) => {
        const values = definedOnly(body);
        const changed = changedNames(subject, values);
        if (values.on_date !== undefined) checkDay(values.on_date);
        const name = (await nameOf(subject)) || (await projectName(db, subject.id_project));
        if (changed.length > 0)
          await db.transaction().execute(async (trx) => {
            if (await repository.isTaken(trx, { ...subject, ...values }))
              throw refused("on_date", "progress.date_taken");
            await repository.change(trx, subject.id, values);
            await recordActivity(trx, { ...done("changed", subject, name, user, request.ip), changed });
          });
        return show(subject.id, subject, user);
      },
      "DELETE /api/progress-entries/{id}": async ({ subject, user, request }) => {
        const name = (await nameOf(subject)) || (await projectName(db, subject.id_project));
        await db.transaction().execute(async (trx) => {
          await repository.remove(trx, subject.id);
          await recordActivity(trx, done("removed", subject, name, user, request.ip));
        });
        return {};
      },
    }),
  };
}

const refused = (field: string, text: string) => new AppError("VALIDATION", { fields: { [field]: [text] } });

async function projectName(db: Database, id: number): Promise<string> {
  const row = await db.selectFrom("projects").select("name").where("id", "=", id).executeTakeFirst();
  return row?.name ?? "";
}

/** Logged for the project and for the user; the name is that of floor and part. */
function done(
  verb: "told" | "changed" | "removed" | "replaced" | "not_applied",
  { id, id_project }: { readonly id: number; readonly id_project: number },
  name: string,
  user: SessionUser,
  address: string,
): Activity {
  const subject = { kind: "progress", id, name };
  return { id_user: user.id, action: `progress.${verb}`, subject, id_project, address };
}
