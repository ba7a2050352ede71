import { limits } from "#contract/limits.ts";
import type { PortraitShape, Portraits } from "#server/media/index.ts";
import { type Activity, changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import type { Authorized } from "#server/platform/policy.ts";
import { hashPassword } from "../auth/passwords.ts";
import { videoChanged, videoDeleted } from "./videos.events.ts";
import type { VideoRecord } from "./videos.policy.ts";
import type { VideoChange, VideosRepository } from "./videos.repository.ts";

export interface VideoServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Pick<Bus, "emit">;
  readonly portraits: Pick<Portraits, "keepPortrait">;
  readonly videos: VideosRepository;
}

/** Who does it, and where the call came from. */
export interface By {
  readonly id_user: number;
  readonly address: string;
}

/** As the contract's forms have them. */
export interface VideoFields {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly is_public?: boolean | undefined;
  readonly is_protected?: boolean | undefined;
  readonly password?: string | undefined;
  readonly auto_play?: boolean | undefined;
  readonly muted?: boolean | undefined;
  readonly loop?: boolean | undefined;
  readonly north?: number | undefined;
}

const { thumbnail } = limits.video;
const thumbnailShape: PortraitShape = { width: thumbnail.width, height: thumbnail.height, fit: "inside" };

export function createVideoService({ db, bus, portraits, videos }: VideoServiceOptions) {
  const still = async (file: UploadedFile | undefined): Promise<{ thumbnail?: string }> =>
    file === undefined ? {} : { thumbnail: await portraits.keepPortrait(file, thumbnailShape) };

  return {
    /** What was sent and is another value than before. */
    async change(
      video: Authorized<VideoRecord>,
      fields: VideoFields,
      file: UploadedFile | undefined,
      by: By,
    ): Promise<void> {
      const { password = "", ...rest } = fields;
      const isProtected = fields.is_protected ?? video.is_protected;
      const hash = isProtected ? await hashOf(password, video.password_hash) : null;
      const values: VideoChange = {
        ...definedOnly(rest),
        ...(hash === video.password_hash ? {} : { password_hash: hash }),
        ...(await still(file)),
      };
      const changed = changedNames<VideoRecord>(video, values).map((name) =>
        name === "password_hash" ? "password" : name,
      );
      if (changed.length === 0) return;
      await db.transaction().execute(async (trx) => {
        await videos.update(trx, video, values);
        await bus.emit(trx, videoChanged, { id_project: video.id_project, id_video: video.id });
        await recordActivity(trx, {
          ...done("video.changed", { ...video, title: values.title ?? video.title }, by),
          changed,
        });
      });
    },

    async remove(video: Authorized<VideoRecord>, by: By): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await videos.remove(trx, video);
        await bus.emit(trx, videoDeleted, { id_project: video.id_project, id_video: video.id });
        await recordActivity(trx, done("video.deleted", video, by));
      });
    },
  };
}

/** Of a video that is protected: what was given, or the one that is stored. 422 where there is neither. */
async function hashOf(password: string, stored: string | null): Promise<string> {
  if (password === "" && stored !== null) return stored;
  if (password === "")
    throw new AppError("VALIDATION", { fields: { password: ["videos.password_required"] } });
  if (password.length < limits.video.password.min)
    throw new AppError("VALIDATION", { fields: { password: ["videos.password_short"] } });
  return hashPassword(password);
}

function done(
  action: "video.created" | "video.changed" | "video.deleted" | "video.hidden" | "video.shown",
  { id, id_project, title }: Pick<VideoRecord, "id" | "id_project" | "title">,
  { id_user, address }: By,
): Activity {
  return { id_user, action, subject: { kind: "video", id, name: title }, id_project, address };
}
