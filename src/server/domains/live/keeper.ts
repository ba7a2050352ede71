import { sql } from "kysely";
import type { LiveRecordings } from "#server/live/engine.ts";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import type { RecordingRow } from "./recordings.ts";

export interface KeeperOptions {
  readonly db: Database;
  readonly log: Log;
  readonly segments: Pick<LiveRecordings, "place" | "state">;
  readonly archive: {
    keep(recording: RecordingRow, signal: AbortSignal): Promise<void>;
    sweep(): Promise<void>;
  };
}

export interface Keeping {
  /** Ends what is under way, which another try begins anew. */
  stop(): Promise<void>;
}

/** Milliseconds without anybody's call. */
const PAUSE = 20_000;
/** Seconds for which a recording is ours, and how often that is prolonged. */
const LEASE = 30;
const PROLONG = 10_000;
/** Twelve hours of a wide picture are a hundred gigabytes. */
const LONGEST = 3 * 3_600_000;
/** With an hour between the last of them: a disk that is full has most of a day to be emptied. */
const MOST_TRIES = 24;

/**
 * Makes files of recordings, and removes what is left of those that are gone. Segments lie on the disk of the machine that
 * carried the broadcast: the row of a recording waits for a process there, whatever its role, and is nobody else's.
 */
export function createKeeper({ db, log, segments, archive }: KeeperOptions) {
  const end = new AbortController();
  let wake = () => {};

  /** The next one of this disk, ours for a while. */
  async function claim(place: string): Promise<RecordingRow | undefined> {
    const { rows } = await sql<RecordingRow>`
      update live_recordings
      set keep_after = clock_timestamp() + make_interval(secs => ${LEASE}), tries = tries + 1
      where id = (
        select id from live_recordings
        where place = ${place} and object_key is null and ended_at is not null and tries < ${MOST_TRIES}
          and (keep_after is null or keep_after < now())
        order by id limit 1 for update skip locked)
      returning *`.execute(db);
    return rows[0];
  }

  const giveBack = (id: number, seconds: number, values: { tries?: number } = {}) =>
    db
      .updateTable("live_recordings")
      .set({ ...values, keep_after: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
      .where("id", "=", id)
      .where("object_key", "is", null)
      .execute();

  async function keep(recording: RecordingRow): Promise<void> {
    const { id, tries } = recording;
    // Told to have ended by somebody who could not see it; its writer, or the next look at the disk, will say so.
    if ((await segments.state(recording.folder)) === "open")
      return void (await giveBack(id, PAUSE / 1000, { tries: tries - 1 }));
    const prolonging = setInterval(() => void giveBack(id, LEASE).catch(() => undefined), PROLONG);
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(LONGEST)]);
    try {
      await archive.keep(recording, signal);
    } catch (error) {
      clearInterval(prolonging);
      if (end.signal.aborted) return void (await giveBack(id, 0, { tries: tries - 1 }));
      log.error({ error, recording: id, tries }, "live: a recording could not be made a file");
      await giveBack(id, Math.min(3600, 5 * 2 ** tries));
    } finally {
      clearInterval(prolonging);
    }
  }

  async function work(): Promise<void> {
    await archive.sweep();
    const place = await segments.place();
    while (!end.signal.aborted) {
      const recording = await claim(place);
      if (recording === undefined) return;
      await keep(recording);
    }
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
    /** There may be something to do. */
    wake: () => wake(),
    start(): Keeping {
      const run = async () => {
        while (!end.signal.aborted) {
          let isAgain = false;
          wake = () => {
            isAgain = true;
          };
          await work().catch((error: unknown) =>
            log.warn({ error }, "live: recordings could not be looked at"),
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
