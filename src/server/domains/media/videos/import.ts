import { sql } from "kysely";
import type { KeptFilm } from "#server/media/index.ts";
import { newCode } from "#server/platform/code.ts";
import type { Trx } from "#server/platform/database.ts";
import "../comments/tables.ts";
import "#server/media/films/tables.ts";
import "./tables.ts";

export interface ImportedVideo {
  readonly id_project: number;
  readonly id_user: number;
  readonly title: string;
  readonly description: string;
  readonly video_date: Date;
  readonly film: Pick<KeptFilm, "sha256">;
  readonly file_name: string;
  /** Key in the object store. */
  readonly thumbnail: string;
  readonly north: number;
  readonly comments: readonly {
    readonly text: string;
    readonly seconds: number;
    readonly yaw: number;
    readonly pitch: number;
    readonly is_resolved: boolean;
  }[];
}

/**
 * Inserts a public video with its comments as part of the caller's transaction; returns its id. The file is small: it
 * plays as it is, without further sizes.
 */
export async function importVideo(
  trx: Trx,
  { film: { sha256 }, comments, ...video }: ImportedVideo,
): Promise<number> {
  await trx
    .updateTable("films")
    .set({ state: "ready", progress: 1 })
    .where("sha256", "=", sha256)
    .where("state", "=", "processing")
    .execute();
  const { id } = await trx
    .insertInto("videos")
    .values({
      ...video,
      code: newCode(),
      film_sha256: sha256,
      is_public: true,
      loop: true,
      announced_at: sql`now()`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const { is_resolved, ...comment } of comments)
    await trx
      .insertInto("video_comments")
      .values({
        ...comment,
        id_video: id,
        id_user: video.id_user,
        id_parent: null,
        ...(is_resolved && { resolved_at: sql<Date>`now()`, id_resolver: video.id_user }),
      })
      .execute();
  return id;
}
