import { sql } from "kysely";
import type { activityKinds } from "#contract/choices.ts";
import type { ProjectActivity } from "#contract/projects.ts";
import type { ActivityDetails } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { type PersonRow, personJson } from "./people.ts";
import { wirePerson } from "./wire.ts";

type Kind = (typeof activityKinds)[number];

export interface LogRequest {
  readonly before?: number | undefined;
  readonly kind?: Kind | undefined;
  readonly limit: number;
}

/** Which right lets somebody read of a kind of thing; of the others whoever reads the log may read. */
const rightFor: Partial<Record<string, string>> = {
  visit: "view_visits",
  room: "view_visits",
  progress: "view_visits",
  schedule: "view_visits",
  sheet: "view_sheets",
  snag: "view_snags",
};

/** What was done in a project, newest first; without the kinds of thing that the reader may not see. */
export async function readProjectLog(
  db: Database,
  projectId: number,
  can: Readonly<Record<string, boolean>>,
  { before, kind, limit }: LogRequest,
  address: (objectKey: string) => string,
): Promise<{ items: ProjectActivity[]; has_more: boolean }> {
  const hidden = Object.entries(rightFor).flatMap(([name, right = ""]) =>
    can[right] === true ? [] : [name],
  );
  const kindOf = sql<string>`split_part(a.action, '.', 1)`;
  const rows = await db
    .selectFrom("activity as a")
    .leftJoin("users as u", "u.id", "a.id_user")
    .select(["a.id", "a.action", "a.subject_kind", "a.id_subject", "a.subject_name", "a.changed"])
    .select(["a.details", "a.created_at", personJson("u").as("who")])
    .where("a.id_project", "=", projectId)
    .$if(before !== undefined, (query) => query.where("a.id", "<", before ?? 0))
    .$if(kind !== undefined, (query) => query.where(kindOf, "=", kind ?? ""))
    .$if(hidden.length > 0, (query) => query.where(kindOf, "not in", hidden))
    .orderBy("a.id", "desc")
    .limit(limit + 1)
    .execute();
  return {
    items: rows.slice(0, limit).map((row) => wireLog(row, address)),
    has_more: rows.length > limit,
  };
}

interface LogRow {
  readonly id: number;
  readonly action: string;
  readonly subject_kind: string | null;
  readonly id_subject: number | null;
  readonly subject_name: string;
  readonly changed: readonly string[];
  readonly details: ActivityDetails;
  readonly created_at: Date;
  readonly who: PersonRow | null;
}

function wireLog(row: LogRow, address: (objectKey: string) => string): ProjectActivity {
  const { id, action, subject_kind: kind, id_subject, subject_name, changed, details, who, created_at } = row;
  return {
    id,
    action,
    subject: kind === null ? null : { kind, id: id_subject, name: subject_name },
    changed: [...changed],
    details: { ...details },
    who: who === null ? null : wirePerson(who, address),
    created_at: created_at.toISOString(),
  };
}
