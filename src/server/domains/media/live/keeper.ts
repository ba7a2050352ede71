import { type RawBuilder, sql } from "kysely";
import type { LiveRecordings } from "#server/live/engine.ts";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import type { RecordingPieces } from "./recording-pieces.ts";
import type { RecordingRow } from "./recordings.ts";

export interface KeeperOptions {
  readonly db: Database;
  readonly log: Log;
  readonly segments: Pick<LiveRecordings, "place" | "state">;
  readonly archive: {
    keep(recording: RecordingRow, signal: AbortSignal): Promise<void>;
    rescue(recording: RecordingRow, signal: AbortSignal): Promise<void>;
    sweep(): Promise<void>;
  };
  readonly pieces: Pick<RecordingPieces, "has" | "sweep">;
  /** Whether all machines share one store. */
  readonly isShared: boolean;
}

export interface Keeping {
  /** Stops the running work, which another attempt restarts. */
  stop(): Promise<void>;
}

/** Milliseconds between two runs without a wake-up call. */
const PAUSE = 20_000;
/** Milliseconds between two checks for leftovers in the store. */
const SWEEP = 3_600_000;
/** Seconds for which a recording is claimed; the lease is renewed. */
const LEASE = 30;
const PROLONG = 10_000;
/** Limit of one conversion in milliseconds: twelve hours of a wide picture are a hundred gigabytes. */
const LONGEST = 3 * 3_600_000;
/** With an hour between the last ones: there is most of a day to free space on a full disk. */
const MOST_TRIES = 24;
/** Seconds after which a disk without a running process counts as gone: a machine restarts in less. */
const AWAY = 15 * 60;

/**
 * Converts recordings to files, and deletes the remains of deleted ones. Segments are on the disk of the machine that
 * carried the broadcast: the row of a recording waits for a process there, whatever its role. Only after a long absence
 * of that machine, the copy in the shared store is used.
 */
export function createKeeper({ db, log, segments, archive, pieces, isShared }: KeeperOptions) {
  const end = new AbortController();
  let wake = () => {};
  let sweptAt = -SWEEP;

  const giveBack = (id: number, seconds: number, values: { tries?: number } = {}) =>
    db
      .updateTable("live_recordings")
      .set({ ...values, keep_after: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
      .where("id", "=", id)
      .where("object_key", "is", null)
      .execute();

  async function keep(recording: RecordingRow): Promise<void> {
    // Marked as ended by a node that could not read the disk; its writer, or the next check of the disk, corrects that.
    if ((await segments.state(recording.folder)) === "open")
      await giveBack(recording.id, PAUSE / 1000, { tries: recording.tries - 1 });
    else await make(recording, archive.keep);
  }

  async function make(recording: RecordingRow, how: typeof archive.keep): Promise<void> {
    const { id, tries } = recording;
    const prolonging = setInterval(() => void giveBack(id, LEASE).catch(() => undefined), PROLONG);
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(LONGEST)]);
    try {
      await how(recording, signal);
    } catch (error) {
      clearInterval(prolonging);
      if (end.signal.aborted) return void (await giveBack(id, 0, { tries: tries - 1 }));
      log.error({ error, recording: id, tries }, "live: recording could not be written to a file");
      await giveBack(id, Math.min(3600, 5 * 2 ** tries));
    } finally {
      clearInterval(prolonging);
    }
  }

  async function work(): Promise<void> {
    await archive.sweep();
    const place = await segments.place();
    for (let isMore = true; isMore && !end.signal.aborted; ) {
      const recording = await claim(db, sql<boolean>`place = ${place}`);
      isMore = recording !== undefined;
      if (recording !== undefined) await keep(recording);
    }
    if (!isShared) return;
    // A recording without any piece in the store waits for its disk.
    for (const { id, folder } of await lookForLost(db, place)) {
      if (end.signal.aborted || !(await pieces.has(folder))) continue;
      const lost = await claim(db, sql<boolean>`id = ${id}`);
      if (lost !== undefined) await make(lost, archive.rescue);
    }
    if (performance.now() - sweptAt < SWEEP) return;
    await pieces.sweep();
    sweptAt = performance.now();
  }

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PAUSE);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    /** There may be new work. */
    wake: () => wake(),
    start(): Keeping {
      const run = async () => {
        while (!end.signal.aborted) {
          let isAgain = false;
          wake = () => {
            isAgain = true;
          };
          await work().catch((error: unknown) =>
            log.warn({ error }, "live: recordings could not be checked"),
          );
          if (!isAgain && !end.signal.aborted) await rest();
        }
      };
      const running = run();
      return {
        async stop() {
          end.abort();
          wake();
          await running;
        },
      };
    },
  };
}

/** Claims the next matching recording for the lease. */
async function claim(db: Database, which: RawBuilder<boolean>): Promise<RecordingRow | undefined> {
  const { rows } = await sql<RecordingRow>`
    update live_recordings
    set keep_after = clock_timestamp() + make_interval(secs => ${LEASE}), tries = tries + 1
    where id = (
      select id from live_recordings
      where ${which} and object_key is null and ended_at is not null and tries < ${MOST_TRIES}
        and (keep_after is null or keep_after < now())
      order by id limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0];
}

/** Marks this disk as present; returns recordings on disks that have been absent for a while. */
async function lookForLost(db: Database, place: string): Promise<readonly { id: number; folder: string }[]> {
  await sql`
    insert into live_places as p (place) values (${place})
    on conflict (place) do update set seen_at = clock_timestamp()
      where p.seen_at < now() - make_interval(mins => 1)`.execute(db);
  const { rows } = await sql<{ id: number; folder: string }>`
    select id, folder from live_recordings r
    where object_key is null and ended_at < now() - make_interval(secs => ${AWAY}) and place is not null
      and not exists (select from live_places p
        where p.place = r.place and p.seen_at > now() - make_interval(secs => ${AWAY}))
    limit 20`.execute(db);
  return rows;
}
