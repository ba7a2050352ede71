import { sql } from "kysely";
import type { FilmRendition } from "#server/media/films/tables.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import { forgetLosses, type Remade, readLosses } from "./losses.ts";
import "#server/media/tables.ts";
import "#server/media/plans/tables.ts";
import "#server/media/films/tables.ts";

export interface RebuildOptions {
  readonly db: Database;
  readonly dataDir: string;
  readonly log: Log;
  /** Queues the jobs that make variants, tiles and size variants. */
  readonly enqueue: (trx: Trx, sha256: string) => Promise<void>;
  readonly enqueuePlan: (trx: Trx, plan: { sha256: string; page: number }) => Promise<void>;
  readonly enqueueFilm: (trx: Trx, sha256: string) => Promise<void>;
}

/** After a restore without damaged files: rebuilds the files derived from intact originals, by the jobs that made them. */
export async function rebuildAfterRestore(options: RebuildOptions): Promise<number> {
  const { db, dataDir, log } = options;
  const losses = await readLosses(dataDir);
  if (losses === null) return 0;
  await db.transaction().execute(async (trx) => {
    for (const one of losses.remade) await beginAgain(options, trx, one);
  });
  await forgetLosses(dataDir);
  log.info({ objects: losses.remade.length }, "backup: recreating damaged files");
  return losses.remade.length;
}

async function beginAgain(options: RebuildOptions, trx: Trx, one: Remade): Promise<void> {
  const { sha256 } = one;
  const anew = { state: "processing", attempts: 0 } as const;
  if (one.kind === "picture") {
    const row = await trx
      .updateTable("pictures")
      .set({ ...anew, previewed_at: null, ready_at: null })
      .where("sha256", "=", sha256)
      .where("state", "<>", "failed")
      .returning("sha256")
      .executeTakeFirst();
    if (row !== undefined) await options.enqueue(trx, sha256);
    return;
  }
  if (one.kind === "plan") {
    for (const page of one.numbers) {
      const row = await trx
        .updateTable("plans")
        .set({ ...anew, levels: null })
        .where("sha256", "=", sha256)
        .where("page", "=", page)
        .where("state", "<>", "failed")
        .returning("sha256")
        .executeTakeFirst();
      if (row !== undefined) await options.enqueuePlan(trx, { sha256, page });
    }
    return;
  }
  const film = await trx
    .selectFrom("films")
    .select(["renditions", "has_poster"])
    .where("sha256", "=", sha256)
    .forUpdate()
    .executeTakeFirst();
  if (film === undefined) return;
  const left = (film.renditions satisfies readonly FilmRendition[]).filter(
    ({ width }) => !one.numbers.includes(width),
  );
  await trx
    .updateTable("films")
    .set({
      ...anew,
      problem: null,
      has_poster: film.has_poster && !one.stills,
      renditions: JSON.stringify(left),
      progress: sql`0`,
    })
    .where("sha256", "=", sha256)
    .execute();
  await options.enqueueFilm(trx, sha256);
}
