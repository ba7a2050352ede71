import { sql } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { Trx } from "#server/platform/database.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";
import type { ExportFailure, ExportRow } from "./build.repository.ts";

/** Progress and end of a build. */
export const buildEnds = () => ({
  /** Stores the progress; returns false when the build was cancelled meanwhile. */
  async step(trx: Trx, id: number, done_bytes: number): Promise<boolean> {
    const row = await trx
      .updateTable("project_exports")
      .set({ done_bytes })
      .where("id", "=", id)
      .where("state", "=", "building")
      .returning("id")
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Returns false when it was cancelled meanwhile: then no row owns the file. */
  async finish(
    trx: Trx,
    id: number,
    file: { object_key: string; size_bytes: number; days: number; made_with: readonly Grant[] },
  ): Promise<boolean> {
    const row = await trx
      .updateTable("project_exports")
      .set({
        state: "ready",
        object_key: file.object_key,
        made_with: [...file.made_with],
        size_bytes: file.size_bytes,
        done_bytes: file.size_bytes,
        total_bytes: file.size_bytes,
        finished_at: sql`now()`,
        expires_at: sql`now() + make_interval(days => ${file.days})`,
      })
      .where("id", "=", id)
      .where("state", "=", "building")
      .returning("id")
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Ends an export that is not done. Returns undefined when it had ended already. */
  end: (
    trx: Trx,
    id: number,
    state: "failed" | "cancelled",
    failure: ExportFailure | null,
  ): Promise<ExportRow | undefined> =>
    trx
      .updateTable("project_exports")
      .set({ state, failure, finished_at: sql`now()` })
      .where("id", "=", id)
      .where("state", "in", ["waiting", "building"])
      .returningAll()
      .executeTakeFirst(),
});
