import type { ErrorCode } from "#contract/errors.ts";
import { walkLimits } from "#contract/walks.limits.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Archive, WalkFilms } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { findPositions } from "./earlier-pictures.ts";
import { notifyOfWalk } from "./walk-news.ts";
import { walksChanged } from "./walks.events.ts";
import { recordWalk, type WalkWork, workOf } from "./walks.repository.ts";

export interface ReadingOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly notices: Notices;
  readonly archive: Pick<Archive, "localFile" | "dropFile">;
  readonly walkFilms: Pick<WalkFilms, "readPiece" | "alignWithPictures">;
}

/**
 * Reads the paths of walk videos in the background. After each piece its result and the reader's state are stored, so
 * that a process that dies loses the piece that it was reading and nothing else.
 */
export function createReading(options: ReadingOptions) {
  const { db, archive } = options;
  return {
    /** The job. Returns once the walk is read, stopped or deleted; throws when it must be retried. */
    async read(walkId: number, signal: AbortSignal): Promise<void> {
      const first = await workOf(db, walkId);
      if (first?.state !== "reading") return;
      const film = first.film === null ? null : await archive.localFile(first.film);
      const source = first.kind === "photos" ? await hashesOf(db, first.photos) : film?.path;
      if (source === undefined) return fail(options, walkId, "WALK_UNREADABLE");
      try {
        await readAll(options, walkId, source, signal);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "WALK_UNREADABLE") throw error;
        await fail(options, walkId, "WALK_UNREADABLE");
      } finally {
        await film?.release();
      }
    },
    /** The last attempt failed. */
    giveUp: (walkId: number) => fail(options, walkId, "WALK_FAILED"),
  };
}

/** The file of a video, or the hashes of photos in order. */
type PieceSource = string | readonly string[];

/** Undefined when one of the photos was deleted. */
async function hashesOf(db: Database, rooms: readonly number[]): Promise<readonly string[] | undefined> {
  const found = await db
    .selectFrom("rooms")
    .select(["id", "picture_sha256"])
    .where("id", "in", [...rooms, 0])
    .execute();
  const hashes = rooms.flatMap((id) => found.find((room) => room.id === id)?.picture_sha256 ?? []);
  return hashes.length === rooms.length ? hashes : undefined;
}

/** Children that may die while they read one piece before the job is retried as a whole. */
const DEATHS = 3;

async function readAll(
  options: ReadingOptions,
  walkId: number,
  source: PieceSource,
  signal: AbortSignal,
): Promise<void> {
  for (let deaths = 0; ; ) {
    signal.throwIfAborted();
    const work = await workOf(options.db, walkId);
    if (work?.state !== "reading") return;
    if (work.pieces * walkLimits.pieceSeconds >= work.seconds) return finish(options, work, signal);
    try {
      await readNext(options, work, source, signal);
      deaths = 0;
    } catch (error) {
      deaths += 1;
      if (error instanceof AppError || signal.aborted || deaths > DEATHS) throw error;
    }
  }
}

/** Reads one piece and stores it, unless the walk was stopped or read further meanwhile. */
async function readNext(
  { db, bus, archive, walkFilms }: ReadingOptions,
  work: WalkWork,
  source: PieceSource,
  signal: AbortSignal,
): Promise<void> {
  const { id, pieces: piece, reader } = work;
  const isLast = (piece + 1) * walkLimits.pieceSeconds >= work.seconds;
  const order = { source, piece, isLast, reader, prefix: `walks/read/${id}` };
  const read = await walkFilms.readPiece(order, signal);
  const isStored = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("walks")
      .set({ pieces: piece + 1, reader: read.reader, ...(read.path !== null && { path: read.path }) })
      .where("id", "=", id)
      .where("state", "=", "reading")
      .where("pieces", "=", piece)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (read.preview !== null)
      await trx
        .insertInto("walk_pieces")
        .values({ id_walk: id, piece, preview: read.preview })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    if (reader !== null) await trx.deleteFrom("portraits").where("key", "=", reader).execute();
    await bus.emit(trx, walksChanged, work);
    return true;
  });
  // A walk that was stopped meanwhile continues from this state.
  if (isStored && reader !== null) await archive.dropFile(reader);
}

async function finish(options: ReadingOptions, work: WalkWork, signal: AbortSignal): Promise<void> {
  const { db, bus, notices } = options;
  const taps = await findPositions(options, work, signal).catch(() => {
    signal.throwIfAborted();
    // The walk can be placed without them.
    return [];
  });
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("walks")
      .set({ state: "ready", problem: null, placement: JSON.stringify({ taps }) })
      .where("id", "=", work.id)
      .where("state", "=", "reading")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await recordWalk(trx, "ready", work, work, null);
    await notifyOfWalk(notices, trx, work, "ready");
    await bus.emit(trx, walksChanged, work);
  });
}

async function fail({ db, bus, notices }: ReadingOptions, walkId: number, problem: ErrorCode): Promise<void> {
  const work = await workOf(db, walkId);
  if (work === undefined) return;
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("walks")
      .set({ state: "failed", problem })
      .where("id", "=", walkId)
      .where("state", "=", "reading")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await notifyOfWalk(notices, trx, work, "failed");
    await bus.emit(trx, walksChanged, work);
  });
}
