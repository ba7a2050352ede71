import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { newCode } from "#server/platform/code.ts";
import type { TestApp } from "#test/app.ts";
import "#server/media/films/tables.ts";
import "./tables.ts";

/** A real 360 video, 4 s of 3840x1920: the demo's. */
export const realFilm = () =>
  readFile(join(import.meta.dirname, "../../../../../demo/films/living-hall.mp4"));

export interface MadeVideo {
  readonly id: number;
  readonly code: string;
  readonly sha256: string;
}

type Given = Partial<{
  readonly title: string;
  readonly description: string;
  readonly video_date: Date;
  readonly id_user: number;
  readonly is_public: boolean;
  readonly is_hidden: boolean;
  readonly password_hash: string;
  /** State of its file. */
  readonly state: "processing" | "ready" | "failed";
  readonly seconds: number;
}>;

/** A video with a row but no file, for tests that do not need the file. */
export async function insertVideo(
  { database: { db } }: TestApp,
  id_project: number,
  { state = "ready", seconds = 10, ...given }: Given = {},
): Promise<MadeVideo> {
  const sha256 = randomBytes(32).toString("hex");
  const size = { width: 3840, height: 1920, bytes: 1000, seconds, fps: 30 };
  await db
    .insertInto("films")
    .values({ sha256, ...size, codec: "avc1", has_audio: false, state })
    .execute();
  const code = newCode();
  const { id } = await db
    .insertInto("videos")
    .values({
      id_user: null,
      title: "Ride",
      video_date: new Date("2026-02-01T08:00:00Z"),
      ...given,
      is_protected: given.password_hash !== undefined,
      code,
      id_project,
      film_sha256: sha256,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, code, sha256 };
}
