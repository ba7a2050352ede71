import { limits } from "#contract/limits.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import { hashPassword } from "#server/domains/people/auth/passwords.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import type { FilmChange, Films, PortraitShape, Portraits } from "#server/media/index.ts";
import { type Activity, changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import { newCode } from "#server/platform/code.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { VideoNews } from "./video-news.ts";
import { videoChanged, videoCreated, videoDeleted } from "./videos.events.ts";
import type { VideoRecord } from "./videos.policy.ts";
import type { VideoChange, VideoDate, VideosRepository } from "./videos.repository.ts";

export interface VideoServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Pick<Bus, "emit">;
  readonly films: Pick<Films, "keepFilm" | "claimFilm" | "retryFilm">;
  readonly portraits: Pick<Portraits, "keepPortrait">;
  readonly videos: VideosRepository;
  readonly news: VideoNews;
  readonly quotas: Pick<Quotas, "take">;
  /** The present limits of a video file. */
  readonly limits: () => { readonly seconds: number };
}

/** The actor, and the address of the call. */
export interface By {
  readonly id_user: number;
  readonly address: string;
}

/** Limits of a file, and what is known of one that was made here. */
export interface MadeFilm {
  readonly seconds: number;
  /** Not a sphere: shown as it is. */
  readonly isFlat?: boolean;
  /** The rooms that it shows: it is then subject to the rights of their visits. */
  readonly dates?: readonly VideoDate[];
}

/** Field names of the contract's forms. */
export interface VideoFields {
  readonly title: string;
  readonly description: string;
  readonly is_public: boolean;
  readonly is_protected: boolean;
  readonly password: string;
  readonly auto_play: boolean;
  readonly muted: boolean;
  readonly loop: boolean;
  readonly north: number;
}

export interface NewVideoFields extends VideoFields {
  readonly video_date: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Fields that were not sent are undefined. */
type Sent<T> = { readonly [K in keyof T]?: T[K] | undefined };

const { thumbnail } = limits.video;
/** Shape of the still that a browser makes of a video. */
export const videoStillShape: PortraitShape = {
  width: thumbnail.width,
  height: thumbnail.height,
  fit: "inside",
};

export function createVideoService(options: VideoServiceOptions) {
  const { db, clock, bus, films, portraits, videos, news, quotas } = options;
  const still = async (file: UploadedFile | undefined): Promise<string | null> =>
    file === undefined ? null : portraits.keepPortrait(file, videoStillShape);

  return {
    /** Checks of the form that need no video file. */
    check: (fields: NewVideoFields) => checkFields(fields, clock.now()),

    /** Adds a video of a received file, which is judged by its bytes; returns its id. */
    async add(
      project: Authorized<ProjectRecord>,
      fields: NewVideoFields,
      file: UploadedFile,
      picture: UploadedFile | undefined,
      by: By,
      alongside: (trx: Trx, id: number) => Promise<void> = () => Promise.resolve(),
      most: MadeFilm = options.limits(),
    ): Promise<number> {
      const { password, video_date, ...rest } = fields;
      const { dates = [], ...bounds } = most;
      const film = await films.keepFilm(file, bounds);
      const values = {
        ...rest,
        code: newCode(),
        id_project: project.id,
        id_user: by.id_user,
        video_date: new Date(video_date),
        film_sha256: film.sha256,
        file_name: file.name,
        thumbnail: await still(picture),
        password_hash: fields.is_protected ? await hashPassword(password) : null,
        of_visits: dates.length > 0,
      };
      return db.transaction().execute(async (trx) => {
        await films.claimFilm(trx, film);
        const { id_project, id_user } = values;
        const id_payer = await quotas.take(trx, { kind: "video", id_user, id_project, bytes: file.bytes });
        const id = await videos.insert(trx, { ...values, id_payer });
        await videos.insertDates(trx, id, dates);
        const video = { ...values, id };
        await alongside(trx, id);
        await bus.emit(trx, videoCreated, placeOf(video));
        await recordActivity(trx, done("video.created", video, by));
        await news.created(trx, id);
        return id;
      });
    },

    /** Updates the sent fields whose values differ. */
    async change(
      video: Authorized<VideoRecord>,
      fields: Sent<VideoFields>,
      file: UploadedFile | undefined,
      by: By,
    ): Promise<void> {
      const { values, changed } = await changeOf(video, fields, await still(file));
      if (changed.length === 0) return;
      if (fields.is_public === true) await refuseClosed(videos, video.id);
      await db.transaction().execute(async (trx) => {
        await videos.update(trx, video, values);
        await bus.emit(trx, videoChanged, placeOf(video));
        const named = { ...video, title: values.title ?? video.title };
        await recordActivity(trx, { ...done("video.changed", named, by), changed });
      });
    },

    /** Hides it, shows it, or makes its sizes anew. */
    async setStatus(
      video: Authorized<VideoRecord>,
      status: "hidden" | "ready" | "processing",
      by: By,
    ): Promise<void> {
      const is_hidden = status === "hidden";
      await db.transaction().execute(async (trx) => {
        if (status === "processing") await films.retryFilm(trx, video.film_sha256);
        else if (is_hidden !== video.is_hidden) {
          await videos.update(trx, video, { is_hidden });
          await recordActivity(trx, done(is_hidden ? "video.hidden" : "video.shown", video, by));
        }
        await bus.emit(trx, videoChanged, placeOf(video));
      });
    },

    /** Its file is deleted when no other video shows it. */
    async remove(video: Authorized<VideoRecord>, by: By): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await videos.remove(trx, video);
        await bus.emit(trx, videoDeleted, placeOf(video));
        await recordActivity(trx, done("video.deleted", video, by));
      });
    },

    filmChanged: (trx: Trx, sha256: string, change: FilmChange) => filmChanged(options, trx, sha256, change),
  };
}

/** Notifies viewers of a file's videos of its new state, within the transaction of the file. */
async function filmChanged(
  { videos, bus, news }: VideoServiceOptions,
  trx: Trx,
  sha256: string,
  change: FilmChange,
): Promise<void> {
  for (const video of await videos.ofFilm(trx, sha256)) {
    await bus.emit(trx, videoChanged, placeOf(video));
    if (change === "ready") await news.ready(trx, video.id);
    if (change === "failed") await news.failed(trx, video.id);
  }
}

/** Refuses to show guests what they may not open by its own links. */
async function refuseClosed(videos: VideosRepository, id: number): Promise<void> {
  if (await videos.visitsAreOpen(id)) return;
  throw new AppError("VIDEO_VISITS_CLOSED", { fields: { is_public: ["VIDEO_VISITS_CLOSED"] } });
}

const placeOf = ({ id, id_project }: Pick<VideoRecord, "id" | "id_project">) => ({
  id_project,
  id_video: id,
});

/** The values that a change writes, and the names of the changed fields, for the log. */
async function changeOf(video: VideoRecord, fields: Sent<VideoFields>, picture: string | null) {
  const { password = "", ...rest } = fields;
  const isProtected = fields.is_protected ?? video.is_protected;
  const password_hash = isProtected ? await hashOf(password, video.password_hash) : null;
  const values: VideoChange = {
    ...definedOnly(rest),
    ...(password_hash !== video.password_hash && { password_hash }),
    ...(picture !== null && { thumbnail: picture }),
  };
  const changed = changedNames<VideoRecord>(video, values).map((name) =>
    name === "password_hash" ? "password" : name,
  );
  return { values, changed };
}

export type AddVideo = ReturnType<typeof createVideoService>["add"];

const refusal = (field: string, key: string) => new AppError("VALIDATION", { fields: { [field]: [key] } });

function checkFields({ video_date, is_protected, password }: NewVideoFields, now: Date): void {
  if (new Date(video_date).getTime() > now.getTime() + limits.visit.futureTolerance)
    throw refusal("video_date", "videos.date_future");
  if (is_protected) checkPassword(password);
}

function checkPassword(password: string): void {
  if (password === "") throw refusal("password", "videos.password_required");
  if (password.length < limits.video.password.min) throw refusal("password", "videos.password_short");
}

/** Of a protected video: the given password, or the stored one. 422 where there is neither. */
async function hashOf(password: string, stored: string | null): Promise<string> {
  if (password === "" && stored !== null) return stored;
  checkPassword(password);
  return hashPassword(password);
}

function done(
  action: "video.created" | "video.changed" | "video.deleted" | "video.hidden" | "video.shown",
  { id, id_project, title }: Pick<VideoRecord, "id" | "id_project" | "title">,
  { id_user, address }: By,
): Activity {
  return { id_user, action, subject: { kind: "video", id, name: title }, id_project, address };
}
