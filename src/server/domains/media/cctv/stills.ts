import { createHash, randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Selectable, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { CameraSource, Cameras } from "#server/cameras/index.ts";
import { type PortraitShape, type Portraits, snapshotThumbnailShape } from "#server/media/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import type { Log } from "#server/platform/log.ts";
import { offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import { addDays, dayAt, daysBetween, instantAt } from "#server/platform/site-time.ts";
import { cameraChanged } from "./cctv.events.ts";
import { type CameraRow, eachOf } from "./checks.ts";
import { nextStill } from "./schedule.ts";
import type { CameraStillsTable } from "./tables.ts";

export type StillRow = Selectable<CameraStillsTable>;

export interface StillsOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly portraits: Pick<Portraits, "keepPortrait">;
  readonly cameras: Pick<Cameras, "take">;
  readonly sourceIn: (sealed: string) => CameraSource | null;
  /** For temporary files. */
  readonly directory: string;
}

const stillShape: PortraitShape = { width: 1920, height: 1920, fit: "inside" };
const AT_A_TIME = 4;
/** Limit of cameras per minute; the others stay due for the next one. */
const AT_MOST = 500;

/** Stored camera pictures. */
export function createStills({
  db,
  bus,
  clock,
  log,
  portraits,
  cameras,
  sourceIn,
  directory,
}: StillsOptions) {
  /** Takes and stores a picture now. Throws CAMERA_… and FFMPEG_MISSING. */
  async function keep(
    camera: Pick<CameraRow, "id" | "id_project" | "source">,
    isAsked: boolean,
  ): Promise<StillRow | null> {
    const source = sourceIn(camera.source);
    if (source === null) throw new AppError("CAMERA_SILENT");
    const bytes = await cameras.take(source, camera.id);
    // A picture requested by a user is kept even if it is dark.
    if (!isAsked && (await isEmpty(bytes))) return null;
    const kept = await keepBoth({ portraits, directory }, bytes);
    return db.transaction().execute(async (trx) => {
      if (!isAsked && (await isLast(trx, camera.id, kept.image))) return null;
      const still = await trx
        .insertInto("camera_stills")
        .values({ id_camera: camera.id, taken_at: clock.now(), ...kept, bytes: bytes.length })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      if (still === undefined) return null;
      await bus.emit(trx, cameraChanged, { id_project: camera.id_project, id_camera: camera.id });
      return still;
    });
  }

  return {
    async take(camera: Pick<CameraRow, "id" | "id_project" | "source">): Promise<StillRow> {
      const still = await keep(camera, true);
      if (still === null) throw new AppError("CONFLICT");
      return still;
    },

    /** Takes the pictures that are due. A failed one is skipped: the next one is due soon. */
    async takeDue(signal: AbortSignal): Promise<void> {
      const now = clock.now();
      await eachOf(await dueAt(db, now), AT_A_TIME, signal, async (camera) => {
        if (!(await isMine(db, camera, now))) return;
        try {
          await keep(camera, false);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          log.info(
            { camera: camera.id, code: error.code, cause: String(error.cause) },
            "cctv: still could not be taken",
          );
        }
      });
    },

    list: (id: number, filter: StillsFilter) => listStills(db, id, filter),

    days: (id: number, zone: string) => daysOf(db, id, zone),

    /** False when the camera has no such picture. */
    async remove(trx: Trx, cameraId: number, id: number): Promise<boolean> {
      const { numDeletedRows } = await trx
        .deleteFrom("camera_stills")
        .where("id", "=", id)
        .where("id_camera", "=", cameraId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Deletes pictures after their retention period, and hours of checks of that age. */
    async prune(): Promise<void> {
      const before = new Date(clock.now().getTime() - limits.camera.keptDays * 86_400_000);
      await db.deleteFrom("camera_stills").where("taken_at", "<", before).execute();
      await db.deleteFrom("camera_hours").where("hour", "<", before).execute();
    },
  };
}

async function keepBoth(
  { portraits, directory }: Pick<StillsOptions, "portraits" | "directory">,
  bytes: Buffer,
): Promise<{ image: string; thumbnail: string }> {
  const path = join(directory, `still-${randomUUID()}.jpg`);
  try {
    await writeFile(path, bytes, { flag: "wx", mode: 0o600 });
    const file = { path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
    const image = await portraits.keepPortrait(file, stillShape);
    return { image, thumbnail: await portraits.keepPortrait(file, snapshotThumbnailShape) };
  } finally {
    await rm(path, { force: true });
  }
}

const dueAt = (db: Database, now: Date) =>
  db
    .selectFrom("cameras as t")
    .innerJoin("projects as p", "p.id", "t.id_project")
    .select(["t.id", "t.id_project", "t.source", "t.schedule", "t.next_still_at"])
    .where("t.next_still_at", "<=", now)
    .where("p.deleted_at", "is", null)
    .where("p.active", "=", true)
    .where("p.validated", "=", true)
    .orderBy("t.next_still_at")
    .limit(AT_MOST)
    .execute();

/** True for the caller that advances the due time: only that one takes the picture. */
async function isMine(
  db: Database,
  camera: { id: number; schedule: CameraRow["schedule"]; next_still_at: Date | null },
  now: Date,
) {
  const next = camera.schedule === null ? null : nextStill(camera.schedule, now);
  const { numUpdatedRows } = await db
    .updateTable("cameras")
    .set({ next_still_at: next })
    .where("id", "=", camera.id)
    .where("next_still_at", "=", camera.next_still_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Days in the site's local time, newest first. Their first instants are computed here: the database may know other time
 * zones (`site-days.ts`).
 */
async function daysOf(db: Database, id: number, zone: string): Promise<{ day: string; stills: number }[]> {
  const { first, last } = await db
    .selectFrom("camera_stills")
    .select(sql<Date | null>`min(taken_at)`.as("first"))
    .select(sql<Date | null>`max(taken_at)`.as("last"))
    .where("id_camera", "=", id)
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return [];
  const from = dayAt(first, zone);
  const days = Array.from({ length: daysBetween(from, dayAt(last, zone)) + 1 }, (_, at) => addDays(from, at));
  const starts = days.map((day) => instantAt(day, 0, zone));
  const { rows } = await sql<{ at: number; stills: number }>`
    select width_bucket(taken_at, ${starts}::timestamptz[]) as at, count(*)::int as stills
    from camera_stills where id_camera = ${id} group by 1 order by 1 desc`.execute(db);
  return rows.flatMap(({ at, stills }) => {
    const day = days[at - 1];
    return day === undefined ? [] : [{ day, stills }];
  });
}

type StillsFilter = PageRequest & { from?: string | undefined; to?: string | undefined };

async function listStills(db: Database, id: number, filter: StillsFilter): Promise<Page<StillRow>> {
  const matching = db
    .selectFrom("camera_stills")
    .where("id_camera", "=", id)
    .$if(filter.from !== undefined, (query) => query.where("taken_at", ">=", new Date(filter.from ?? 0)))
    .$if(filter.to !== undefined, (query) => query.where("taken_at", "<", new Date(filter.to ?? 0)));
  const rows = await matching
    .selectAll()
    .orderBy("taken_at", "desc")
    .limit(filter.per_page)
    .offset(offsetOf(filter))
    .execute();
  const { total } = await matching.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
  return { rows, total };
}

/** The same picture as before: the camera, or a device before it, is frozen. */
async function isLast(trx: Trx, id: number, image: string): Promise<boolean> {
  const last = await trx
    .selectFrom("camera_stills")
    .select("image")
    .where("id_camera", "=", id)
    .orderBy("taken_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.image === image;
}

/** Black, or of one colour, as decoders paint missing data. Throws CAMERA_UNREADABLE for an invalid picture. */
export async function isEmpty(bytes: Buffer): Promise<boolean> {
  try {
    // Scaled down first: a grain of noise is no content.
    const sharp = await loadSharp();
    const { data, info } = await sharp(bytes, { failOn: "error" })
      .resize(64, 36, { fit: "fill" })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { channels } = await sharp(data, { raw: info }).stats();
    return channels.every(({ mean, max, stdev }) => stdev < 1.5 || (mean < 6 && max < 40));
  } catch (cause) {
    throw new AppError("CAMERA_UNREADABLE", { cause });
  }
}

export type Stills = ReturnType<typeof createStills>;
