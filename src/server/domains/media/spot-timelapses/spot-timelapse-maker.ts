import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Notice } from "#server/domains/installation/notifications/notification-types.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import { makeSpotFilm, type SpotFilmOptions } from "#server/media/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Log } from "#server/platform/log.ts";
import { authorize, type Policy } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { AddVideo } from "../videos/videos.service.ts";
import {
  type FoundTimelapse,
  findTimelapse,
  lockUnsettled,
  picturesOf,
  setProgress,
  settleTimelapse,
} from "./spot-timelapses.repository.ts";

export interface TimelapseMakerOptions extends SpotFilmOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly notices: Notices;
  readonly projects: Policy<ProjectRecord>;
  readonly addMadeVideo: AddVideo;
  /** A user as of now; null for a locked or deleted account. */
  readonly person: (id: number) => Promise<SessionUser | null>;
}

/** To the requester. Values: `title`, `project`. */
const isReady: Notice = { name: "spot_timelapse_ready", kind: "video", type: "success", isMailed: true };
const hasFailed: Notice = { name: "spot_timelapse_failed", kind: "video", type: "error", isMailed: true };
export const timelapseNotices: readonly Notice[] = [isReady, hasFailed];

/** Cancelled while it was being made. */
class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** Makes requested time-lapses: the job, and what follows when all its attempts have failed. */
export function createTimelapseMaker(options: TimelapseMakerOptions) {
  const { db, log } = options;

  return {
    /** Handler of the job. Refusals fail it for good; any other error is retried from the beginning. */
    async make(id: number, signal: AbortSignal): Promise<void> {
      const row = await findTimelapse(db, id);
      if (row === undefined) return fail(options, id, "SPOT_TIMELAPSE_FAILED");
      if (!(await setProgress(db, id, 0))) return;
      try {
        await film(options, row, signal);
      } catch (error) {
        if (error instanceof Cancelled) return;
        if (!(error instanceof AppError)) throw error;
        log.info({ timelapse: id, code: error.code }, "spot time-lapse could not be created");
        await fail(options, id, error.code);
      }
    },
    giveUp: (id: number) => fail(options, id, "SPOT_TIMELAPSE_FAILED"),
  };
}

async function film(options: TimelapseMakerOptions, row: FoundTimelapse, signal: AbortSignal): Promise<void> {
  const { db, projects, person } = options;
  const user = row.id_user === null ? null : await person(row.id_user);
  // The rights of now count: a right withdrawn since the request ends it.
  if (user === null) throw new AppError("FORBIDDEN");
  const project = await authorize(projects, "add_video", row.id_project, user);
  await authorize(projects, "view_visits", row.id_project, user);
  const dates = await picturesOf(db, row.rooms);
  if (dates.length < 2) throw new AppError("SPOT_DATES_MISSING");
  const gone = new AbortController();
  const stampOf = stampWriter(row.language, row.time_zone);
  const order = {
    name: `spot-timelapse-${row.id}`,
    pictures: dates.map(({ sha256, levels, area, pose, north, visit_date }) => ({
      sha256,
      levels: levels ?? [],
      area,
      pose,
      north,
      stamp: row.has_stamp ? stampOf(visit_date) : null,
    })),
    look: { bearing: row.bearing, pitch: row.pitch, fov: row.fov },
    isTurning: row.is_turning,
    isRightToLeft: row.language === "ar",
    signal: AbortSignal.any([signal, gone.signal]),
    onProgress(share: number) {
      // The rest is encoding and storing.
      void setProgress(db, row.id, share * 0.95).then(
        (isWanted) => isWanted || gone.abort(new Cancelled()),
        () => undefined,
      );
    },
  };
  await makeSpotFilm(options, order, async (path) => {
    const newest = dates.at(-1)?.visit_date ?? options.clock.now();
    const file = {
      path,
      name: `${row.title}.mp4`,
      bytes: (await stat(path)).size,
      sha256: await hashOf(path),
    };
    const by = { id_user: user.id, address: row.address };
    const settle = async (trx: Trx, id_video: number) => {
      if (!(await lockUnsettled(trx, row.id))) throw new Cancelled();
      await settleTimelapse(trx, row.id, { state: "ready", id_video });
      await options.notices.notify(trx, {
        to: [user.id],
        sort: isReady,
        values: { title: row.title, project: row.project },
        link: `/videos/${id_video}/watch`,
        fold: `spot timelapse ${row.id}`,
      });
    };
    await options.addMadeVideo(project, fieldsOf(row.title, newest), file, undefined, by, settle, {
      seconds: limits.video.most.seconds,
      isFlat: true,
      dates: dates.map(({ id_visit, id_room }) => ({ id_visit, id_room })),
    });
  });
}

const fieldsOf = (title: string, date: Date) => ({
  title,
  description: "",
  video_date: date.toISOString(),
  is_public: false,
  is_protected: false,
  password: "",
  auto_play: false,
  muted: true,
  loop: true,
  north: 0,
  metadata: {},
});

/** Notifies the requester, once however often it runs; not about a project in the bin, which they cannot open. */
async function fail({ db, notices }: TimelapseMakerOptions, id: number, problem: string): Promise<void> {
  const row = await findTimelapse(db, id);
  await db.transaction().execute(async (trx) => {
    if (!(await lockUnsettled(trx, id))) return;
    await settleTimelapse(trx, id, { state: "failed", problem });
    if (row === undefined || row.id_user === null) return;
    await notices.notify(trx, {
      to: [row.id_user],
      sort: hasFailed,
      values: { title: row.title, project: row.project },
      link:
        row.visit_code === null
          ? `/project/${row.id_project}`
          : `/viewer/${row.visit_code}/${row.id_room}?timelapse=1`,
      fold: `spot timelapse ${id}`,
    });
  });
}

/** Dates as on every screen: the Gregorian calendar and Western digits in both languages. */
const locales: Readonly<Record<Language, string>> = { en: "en-GB", ar: "ar-u-ca-gregory-nu-latn" };

export function stampWriter(language: Language, timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone });
  return (at) => format.format(at);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
