import { sql } from "kysely";
import { recordActivity } from "#server/platform/activity.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import "#server/domains/sites/projects/tables.ts";
import "./tables.ts";

export interface By {
  readonly user: SessionUser;
  /** Network address of the caller. */
  readonly address: string;
}

/**
 * The row, locked until the transaction ends. Throws NOT_FOUND when it was deleted. Without its key: a snag that is being
 * assigned refers to it, and waits for nothing.
 */
export async function hold(trx: Trx, id: number) {
  const row = await trx
    .selectFrom("crews")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("NOT_FOUND");
  return row;
}

/** Counts as a change of the crew. */
export const touch = (trx: Trx, id: number) =>
  trx
    .updateTable("crews")
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();

type CrewVerb =
  | "created"
  | "changed"
  | "deleted"
  | "person_added"
  | "people_imported"
  | "person_changed"
  | "person_removed"
  | "attached"
  | "detached";

interface Noted {
  readonly id_project?: number;
  readonly changed?: readonly string[];
  readonly person?: string;
  readonly n?: string;
}

export function record(
  trx: Trx,
  verb: CrewVerb,
  crew: { readonly id: number; readonly name: string },
  { user, address }: By,
  { id_project, changed, ...details }: Noted = {},
): Promise<void> {
  return recordActivity(trx, {
    id_user: user.id,
    action: `crew.${verb}`,
    subject: { kind: "crew", id: crew.id, name: crew.name },
    ...(changed !== undefined && { changed }),
    ...(id_project !== undefined && { id_project }),
    details,
    address,
  });
}

/** In the log of each project of the crew; once in the user's own without any. */
export async function recordIn(
  trx: Trx,
  verb: CrewVerb,
  crew: { readonly id: number; readonly name: string },
  by: By,
  noted: Noted = {},
): Promise<void> {
  const projects = await trx
    .selectFrom("crew_projects as j")
    .innerJoin("projects as p", "p.id", "j.id_project")
    .select("p.id")
    .where("j.id_crew", "=", crew.id)
    .where("p.deleted_at", "is", null)
    .orderBy("p.id")
    .execute();
  if (projects.length === 0) return record(trx, verb, crew, by, noted);
  for (const { id } of projects) await record(trx, verb, crew, by, { ...noted, id_project: id });
}
