import { type RawBuilder, sql } from "kysely";
import { activityKinds, thingOf } from "#contract/kinds.ts";
import type { ProjectActivity } from "#contract/projects.ts";
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import { wirePerson } from "#server/domains/sites/projects/wire.ts";
import type { ActivityDetails } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { plannedEachTime } from "#server/platform/prepared-statements.ts";
import type { SessionUser } from "#server/platform/session.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/sites/projects/tables.ts";

/** Limit of changes shown; `total` is their number. */
const shown = 50;
/** Limit of rows counted: after a year's absence the total is "1000". */
const counted = 1000;
/** Days shown to a user without an earlier visit. */
const firstDays = 14;

/** The right needed in a project for each kind of subject; kinds that are not listed are hidden. */
const needed: Readonly<Record<string, string>> = Object.fromEntries(
  activityKinds.flatMap((kind) => {
    const { dashboard } = thingOf(kind);
    return dashboard === undefined ? [] : [[kind, dashboard]];
  }),
);

export type Change = ProjectActivity & { readonly id_project: number; readonly project_name: string };

interface ChangeRow {
  readonly id: number;
  readonly action: string;
  readonly subject_kind: string | null;
  readonly id_subject: number | null;
  readonly subject_name: string;
  readonly changed: readonly string[];
  readonly details: ActivityDetails;
  readonly created_at: Date;
  readonly id_project: number;
  readonly project_name: string;
  readonly who: PersonRow | null;
  readonly total: number;
}

/**
 * Actions of others since that instant in the user's projects (all projects for a super admin), newest first, limited
 * by the user's rights. With `snags.own` only, snags are limited to their own. The actor is included for users who may
 * see the team.
 */
export async function changesSince(
  db: Database,
  user: SessionUser,
  { since, now }: { readonly since: Date | null; readonly now: Date },
  address: (objectKey: string) => string,
): Promise<{ total: number; items: Change[] }> {
  const from = since ?? new Date(now.getTime() - firstDays * 86_400_000);
  const first = await firstId(db, from);
  const kind = sql`split_part(a.action, '.', 1)`;
  const known = Object.entries(needed).map(
    ([name, grant]) => sql`(${kind} = ${name} and ${grant} = any (m.grants))`,
  );
  const own = sql`(${kind} = 'snag' and 'snags.own' = any (m.grants) and exists (
    select from snags s where s.id = a.id_subject and a.subject_kind = 'snag' and ${user.id} in (s.id_user, s.id_assignee)))`;
  const mayRead: RawBuilder<unknown> = user.super_admin
    ? sql`${kind} = any (${Object.keys(needed)}::text[])`
    : sql`(${sql.join([...known, own], sql` or `)})`;
  const join = user.super_admin ? sql`left join` : sql`join`;
  const seesTeam = user.super_admin ? sql`true` : sql`'team.view' = any (m.grants)`;
  // Within coalesce the planner estimates nothing: it takes the instant and the id for unrelated, and each kind for rare.
  const { rows } = await sql<ChangeRow>`${plannedEachTime}
    with found as (
      select a.*, p.name as project_name, ${seesTeam} as sees_team
      from activity a
      join projects p on p.id = a.id_project and p.deleted_at is null
      ${join} project_members m on m.id_project = p.id and m.id_user = ${user.id}
      where a.id > ${first} and a.id_user <> ${user.id}
        and coalesce(a.created_at > ${from} and ${mayRead}, false)
      order by a.id desc limit ${counted}
    )
    select f.id, f.action, f.subject_kind, f.id_subject, f.subject_name, f.changed, f.details, f.created_at,
      f.id_project, f.project_name, (select count(*) from found) as total,
      case when f.sees_team then ${personJson("u")} end as who
    from found f left join users u on u.id = f.id_user
    order by f.id desc limit ${shown}`.execute(db);
  return { total: rows[0]?.total ?? 0, items: rows.map((row) => wireChange(row, address)) };
}

/**
 * An id below those of all entries since that instant, so that the log of each project, which is in the order of ids, is
 * read from there: the newest entry of an hour before. Times are those at which transactions begin, ids are given within
 * them; no transaction takes an hour. In a statement of its own: knowing the number, the planner sees how few entries
 * are left, and reads them from the newest on until it has enough.
 */
async function firstId(db: Database, from: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select f.id from activity f where f.created_at < ${from}::timestamptz - interval '1 hour'
    order by f.created_at desc, f.id desc limit 1`.execute(db);
  return rows[0]?.id ?? 0;
}

function wireChange(row: ChangeRow, address: (objectKey: string) => string): Change {
  const { subject_kind: kind, id_subject, subject_name, changed, details, who, created_at } = row;
  return {
    id: row.id,
    action: row.action,
    subject: kind === null ? null : { kind, id: id_subject, name: subject_name },
    changed: [...changed],
    details: { ...details },
    who: who === null ? null : wirePerson(who, address),
    created_at: created_at.toISOString(),
    id_project: row.id_project,
    project_name: row.project_name,
  };
}
