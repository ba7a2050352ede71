import { type RawBuilder, sql } from "kysely";
import type { logParts } from "#contract/choices.ts";
import { type ActivityKind, activityKinds, thingOf } from "#contract/kinds.ts";
import type { ProjectLogEntry } from "#contract/projects.ts";
import { isExported } from "#server/domains/installation/audit/exported.ts";
import { lineKinds } from "#server/domains/installation/audit/tables.ts";
import type { ActivityDetails } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { type PersonRow, personJson } from "./people.ts";
import { wirePerson } from "./wire.ts";

export interface LogRequest {
  readonly before?: number | undefined;
  readonly part: (typeof logParts)[number];
  readonly kind?: ActivityKind | undefined;
  readonly limit: number;
}

/** Actions and views in a project, newest first; without the kinds of subject that the reader may not see. */
export async function readProjectLog(
  db: Database,
  projectId: number,
  can: Readonly<Record<string, boolean>>,
  { before, part, kind, limit }: LogRequest,
  address: (objectKey: string) => string,
): Promise<{ items: ProjectLogEntry[]; has_more: boolean }> {
  const hidden = activityKinds.filter((name) => {
    const { log } = thingOf(name);
    return log !== undefined && can[log] !== true;
  });
  const { rows } = await (part === "seen" ? seenRows : doneRows)({
    of: sql`l.id_project = ${projectId} and (${before ?? null}::bigint is null or l.id < ${before ?? null}::bigint)
      ${part === "exported" ? sql`and ${isExported("l")}` : sql``}`,
    kinds: sql`(${kind ?? null}::text is null or k.kind = ${kind ?? null}) and k.kind <> all (${hidden}::text[])`,
    limit: limit + 1,
  }).execute(db);
  return {
    items: rows.slice(0, limit).map((row) => wireLog(row, address)),
    has_more: rows.length > limit,
  };
}

interface LogPart {
  readonly of: RawBuilder<unknown>;
  readonly kinds: RawBuilder<unknown>;
  readonly limit: number;
}

const doneRows = ({ of, kinds, limit }: LogPart) => sql<LogRow>`
  select l.id, l.action, l.subject_kind, l.id_subject, l.subject_name, l.changed, l.details, l.created_at,
    false as is_guest, s.id_seal, ${personJson("u")} as who
  from activity l cross join lateral (select split_part(l.action, '.', 1) as kind) k
  left join users u on u.id = l.id_user
  left join audit_lines s on s.kind = ${sql.lit(lineKinds.activity)} and s.id_line = l.id
  where ${of} and ${kinds} order by l.id desc limit ${limit}`;

const seenRows = ({ of, kinds, limit }: LogPart) => sql<LogRow>`
  select l.id, l.kind || '.seen' as action, l.kind as subject_kind, l.id_thing as id_subject,
    l.thing_name as subject_name, '{}'::text[] as changed, '{}'::jsonb as details, l.created_at,
    l.viewer like 'g%' as is_guest, s.id_seal, ${personJson("u")} as who
  from sightings l cross join lateral (select l.kind as kind) k
  left join users u on u.id = l.id_user
  left join audit_lines s on s.kind = ${sql.lit(lineKinds.seen)} and s.id_line = l.id
  where ${of} and ${kinds} order by l.id desc limit ${limit}`;

interface LogRow {
  readonly id: number;
  readonly action: string;
  readonly subject_kind: string | null;
  readonly id_subject: number | null;
  readonly subject_name: string;
  readonly changed: readonly string[];
  readonly details: ActivityDetails;
  readonly created_at: Date;
  readonly is_guest: boolean;
  readonly id_seal: number | null;
  readonly who: PersonRow | null;
}

function wireLog(row: LogRow, address: (objectKey: string) => string): ProjectLogEntry {
  const { id, action, subject_kind: kind, id_subject, subject_name, changed, details, who, created_at } = row;
  return {
    id,
    is_guest: row.is_guest,
    id_seal: row.id_seal,
    action,
    subject: kind === null ? null : { kind, id: id_subject, name: subject_name },
    changed: [...changed],
    details: { ...details },
    who: who === null ? null : wirePerson(who, address),
    created_at: created_at.toISOString(),
  };
}
