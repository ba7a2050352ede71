import type { Selectable } from "kysely";
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import { capturedAt } from "#server/platform/captures.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { SnagFilter } from "./filters.ts";
import { createSnagList } from "./list.ts";
import { type SnagSummary, snagIds, snagSummaries, visibleSnags } from "./snag-rows.ts";
import type { SnagCommentsTable, SnagStepsTable } from "./tables.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";

export interface CommentRow extends Selectable<SnagCommentsTable> {
  readonly author: PersonRow | null;
  readonly captured_at: Date | null;
}
export interface StepRow extends Selectable<SnagStepsTable> {
  readonly author: PersonRow | null;
}

/** Of a page without an order of its own. */
const byNumber = "s.id_project, s.number";

export type SnagsRepository = ReturnType<typeof createSnagsRepository>;

export function createSnagsRepository(db: Database) {
  return {
    list: createSnagList(db),

    /** Without pages, by number: at most `most`. Request one more than the limit to detect that there are too many. */
    all: (user: SessionUser, filter: SnagFilter, most: number): Promise<SnagSummary[]> =>
      snagSummaries(
        db,
        user,
        snagIds(db, user, filter).orderBy("s.id_project").orderBy("s.number").limit(most),
        byNumber,
      ).execute(),

    /** Throws NOT_FOUND when the user may see none with this id: it may be deleted by now. */
    one: (user: SessionUser, id: number): Promise<SnagSummary> =>
      snagSummaries(
        db,
        user,
        visibleSnags(db, user).select("s.id").where("s.id", "=", id),
        byNumber,
      ).executeTakeFirstOrThrow(() => new AppError("NOT_FOUND")),

    /** Comments on these snags, oldest first. */
    comments: (snagIds: readonly number[]): Promise<CommentRow[]> =>
      db
        .selectFrom("snag_comments as k")
        .leftJoin("users as u", "u.id", "k.id_user")
        .leftJoin("captures as c", (join) =>
          join.onRef("c.id_target", "=", "k.id").on("c.kind", "=", "snag_comment"),
        )
        .selectAll("k")
        .select([personJson("u").as("author"), capturedAt("c").as("captured_at")])
        .where("k.id_snag", "in", snagIds.length === 0 ? [0] : [...snagIds])
        .orderBy("k.id")
        .execute(),

    /** Newest first. */
    steps: (snagId: number): Promise<StepRow[]> =>
      db
        .selectFrom("snag_steps as e")
        .leftJoin("users as u", "u.id", "e.id_user")
        .selectAll("e")
        .select(personJson("u").as("author"))
        .where("e.id_snag", "=", snagId)
        .orderBy("e.id", "desc")
        .limit(2000)
        .execute(),

    /** The project's snags with these GUIDs in BCF files (lower-case UUIDs), without deleted ones. */
    byGuids: (trx: Database | Trx, projectId: number, guids: readonly string[]) =>
      trx
        .selectFrom("snags")
        .selectAll()
        .where("id_project", "=", projectId)
        .where("guid", "in", guids.length === 0 ? [null] : [...guids])
        .execute(),
  };
}
