import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { z } from "zod";
import { reportSections } from "#contract/owner-reports.limits.ts";
import type { OwnerReportSettings, ownerReportsApi, ReportRecipient } from "#contract/owner-reports.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import { personName } from "#server/platform/person-name.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type ReportReader, seesSection } from "./frozen.ts";
import { nextDue } from "./periods.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "#server/domains/sites/projects/tables.ts";
import "./tables.ts";

export interface SettingsOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether the installation can send emails. */
  readonly hasMail: () => boolean;
}

export interface Acting {
  readonly subject: ProjectRecord;
  readonly user: SessionUser;
  readonly address: string;
}

type Body = z.output<(typeof ownerReportsApi)["PUT /api/projects/{id}/owner-report"]["body"]>;
type Sent = NonNullable<Body["recipients"]>[number];

const refused = (field: string, text: string) => new AppError("VALIDATION", { fields: { [field]: [text] } });

/** Sections that the caller may see: a super admin all, a member those of their grants. */
export const readerOf = (project: ProjectRecord, user: SessionUser): ReportReader =>
  user.super_admin ? "all" : (project.grants ?? []);

/** The settings of a project's report; the initial ones, switched off, before they were saved. */
export async function reportOf(source: Database | Trx, projectId: number) {
  const row = await source
    .selectFrom("owner_reports")
    .selectAll()
    .where("id_project", "=", projectId)
    .executeTakeFirst();
  return (
    row ?? {
      id_project: projectId,
      is_on: false,
      period: "weekly" as const,
      weekday: 0,
      month_day: 1,
      hour: 7,
      sections: [...reportSections],
      views: [],
      since: new Date(0),
      version: 0,
    }
  );
}

/** Recipients of a project's report by name; members with the data of their account. */
export async function recipientsOf(source: Database | Trx, projectId: number) {
  const { rows } = await sql<
    Omit<ReportRecipient, "unsubscribed_at"> & { unsubscribed_at: Date | null; is_member: boolean }
  >`
    select r.id, r.id_user, coalesce(${personName("u")}, r.name) as name, coalesce(u.email, r.email) as email,
      coalesce(u.language, r.language) as language, r.unsubscribed_at, r.problem, m.id_user is not null as is_member
    from owner_report_recipients r
    left join users u on u.id = r.id_user
    left join project_members m on m.id_project = r.id_project and m.id_user = r.id_user
    where r.id_project = ${projectId} order by r.id_user is null, 3, r.id`.execute(source);
  return rows;
}

/** A reader who may not see visits gets the views without names of rooms and codes of visits. */
export async function loadSettings(
  { db, clock, hasMail }: SettingsOptions,
  project: ProjectRecord,
  user: SessionUser,
): Promise<OwnerReportSettings> {
  const seesVisits = seesSection("pairs", readerOf(project, user));
  const [report, recipients] = await Promise.all([reportOf(db, project.id), recipientsOf(db, project.id)]);
  const { rows: rooms } = await sql<{ id: number; name: string; code: string }>`
    select r.id, r.name, v.code from rooms r join visits v on v.id = r.id_visit and v.deleted_at is null
    where v.id_project = ${project.id} and r.id = any (${report.views.map(({ id_room }) => id_room)}::bigint[])`.execute(
    db,
  );
  const { is_on, period, weekday, month_day, hour, sections, version } = report;
  const next = is_on ? nextDue(report, project.time_zone, clock.now()) : null;
  return {
    is_on,
    period,
    weekday,
    month_day,
    hour,
    sections: reportSections.filter((section) => sections.includes(section)),
    // A view whose room was deleted is no longer shown.
    views: report.views.flatMap((view) => {
      const room = rooms.find(({ id }) => id === view.id_room);
      if (room === undefined) return [];
      const [name, visit_code] = seesVisits ? [room.name, room.code] : ["", ""];
      return [{ ...view, name, visit_code }];
    }),
    recipients: recipients.map(({ is_member: _member, unsubscribed_at, ...one }) => ({
      ...one,
      unsubscribed_at: unsubscribed_at?.toISOString() ?? null,
    })),
    time_zone: project.time_zone,
    next_at: next?.at.toISOString() ?? null,
    has_mail: hasMail(),
    version,
    can: { edit: true },
  };
}

/** Changes settings and recipients. Throws CONFLICT for an outdated version, and VALIDATION. */
export async function changeSettings(
  { db, clock }: SettingsOptions,
  { subject, user, address }: Acting,
  { version, recipients, ...body }: Body,
): Promise<void> {
  const sent = definedOnly(body);
  await db.transaction().execute(async (trx) => {
    await sql`select from projects where id = ${subject.id} for no key update`.execute(trx);
    const before = await reportOf(trx, subject.id);
    if (version !== undefined && version !== before.version) throw new AppError("CONFLICT");
    const after = { ...before, ...sent };
    const reader = readerOf(subject, user);
    const added = after.sections.filter(
      (section) => !before.sections.includes(section) || before.version === 0,
    );
    if (sent.sections !== undefined && !added.every((section) => seesSection(section, reader)))
      throw refused("sections", "owner_reports.section_denied");
    if (sent.views !== undefined) {
      const known = new Set(before.views.map(({ id_room }) => id_room));
      if (!seesSection("pairs", reader) && !sent.views.every(({ id_room }) => known.has(id_room)))
        throw refused("views", "owner_reports.section_denied");
      await checkViews(trx, subject.id, sent.views);
    }
    const names = Object.keys(sent) as (keyof typeof sent)[];
    const changed: string[] = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
    // A person without an account gets all sections.
    const seesAll = after.sections.every((section) => seesSection(section, reader));
    if (recipients !== undefined && (await setRecipients(trx, subject.id, recipients, seesAll)))
      changed.push("recipients");
    if (changed.length === 0 && before.version > 0) return;
    // Reports that were due before the schedule was switched on or changed are not sent afterwards.
    const isRescheduled = ["is_on", "period", "weekday", "month_day", "hour"].some((name) =>
      changed.includes(name),
    );
    const { is_on, period, weekday, month_day, hour, sections } = after;
    const values = {
      is_on,
      period,
      weekday,
      month_day,
      hour,
      sections: [...sections],
      views: JSON.stringify(after.views),
      since: isRescheduled || before.version === 0 ? clock.now() : before.since,
      version: before.version + 1,
    };
    await trx
      .insertInto("owner_reports")
      .values({ ...values, id_project: subject.id })
      .onConflict((conflict) =>
        conflict.column("id_project").doUpdateSet({ ...values, updated_at: sql`now()` }),
      )
      .execute();
    await recordActivity(trx, {
      id_user: user.id,
      action: "owner_report.changed",
      subject: { kind: "project", id: subject.id, name: subject.name },
      id_project: subject.id,
      changed,
      address,
    });
  });
}

async function checkViews(trx: Trx, projectId: number, views: readonly { readonly id_room: number }[]) {
  const ids = [...new Set(views.map(({ id_room }) => id_room))];
  const { rows } = await sql`
    select from rooms r join visits v on v.id = r.id_visit and v.deleted_at is null
    where v.id_project = ${projectId} and r.id = any (${ids}::bigint[])`.execute(trx);
  if (rows.length < ids.length) throw refused("views", "owner_reports.view_unknown");
}

const keyOf = (one: Sent): string => ("id_user" in one ? `user ${one.id_user}` : one.email.toLowerCase());

/**
 * Makes the list complete: new ones are added, missing ones removed. Returns whether it changed.
 *
 * @param mayAddPeople whether people without an account may be added.
 */
async function setRecipients(
  trx: Trx,
  projectId: number,
  sent: readonly Sent[],
  mayAddPeople: boolean,
): Promise<boolean> {
  const keys = sent.map(keyOf);
  const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at);
  if (twice !== -1) throw refused(`recipients.${twice}`, "owner_reports.recipient_twice");
  const rows = await trx
    .selectFrom("owner_report_recipients")
    .selectAll()
    .where("id_project", "=", projectId)
    .execute();
  const known = new Map(
    rows.map((row) => [row.id_user === null ? row.email.toLowerCase() : `user ${row.id_user}`, row] as const),
  );
  const members = await trx
    .selectFrom("project_members")
    .select("id_user")
    .where("id_project", "=", projectId)
    .execute();
  let isChanged = false;
  for (const [at, one] of sent.entries()) {
    const before = known.get(keys[at] ?? "");
    known.delete(keys[at] ?? "");
    if ("id_user" in one) {
      if (before !== undefined) continue;
      if (!members.some(({ id_user }) => id_user === one.id_user))
        throw refused(`recipients.${at}`, "owner_reports.not_member");
    } else if (before === undefined && !mayAddPeople)
      throw refused(`recipients.${at}`, "owner_reports.recipient_denied");
    const { email, name, language } =
      "id_user" in one ? { email: "", name: "", language: "en" as const } : one;
    if (before === undefined) {
      const id_user = "id_user" in one ? one.id_user : null;
      await trx
        .insertInto("owner_report_recipients")
        .values({ id_project: projectId, id_user, email, name, language, unsubscribed_at: null })
        .execute();
    } else if (before.name !== name || before.language !== language || before.email !== email)
      await trx
        .updateTable("owner_report_recipients")
        .set({ name, language, email })
        .where("id", "=", before.id)
        .execute();
    else continue;
    isChanged = true;
  }
  const gone = [...known.values()].map(({ id }) => id);
  if (gone.length > 0) await trx.deleteFrom("owner_report_recipients").where("id", "in", gone).execute();
  return isChanged || gone.length > 0;
}
