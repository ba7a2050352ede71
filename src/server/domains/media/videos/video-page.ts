import type { FastifyReply, FastifyRequest } from "fastify";
import type { videosApi } from "#contract/videos.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import { createPlayerLock } from "#server/domains/people/auth/link-passwords.ts";
import type { Films } from "#server/media/index.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Download } from "#server/platform/http/download.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { Passes } from "#server/platform/passes.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { OpenVideo, VideoDoor } from "./open-video.ts";
import { type VideoWire, wirePlayer } from "./wire.ts";

export interface VideoPageOptions extends VideoWire {
  readonly films: Films;
  readonly attempts: Attempts;
  readonly sightings: Sightings;
  readonly door: VideoDoor;
  readonly passes: Passes;
}

type Route = Extract<
  keyof typeof videosApi,
  `${string} /api/three60videos/{id}/${"stream" | "verify-password"}` | `${string} /api/video-player`
>;

/** The public page of a video, its unlocking for a browser, and its stream. */
export function createVideoPage(options: VideoPageOptions) {
  const { films, attempts, sightings, door, passes } = options;

  const unlock = createPlayerLock({ attempts, passes, kind: "video" });
  const lockOf = ({ id, password_hash: hash }: OpenVideo) => ({ id, hash });

  const player = async (code: string, user: SessionUser | null, request: FastifyRequest) => {
    const video = await door.open(code, { user, headers: request.headers });
    if (!video.isLocked) await sightings.seen({ ...video, name: video.title, kind: "video" }, user, request);
    return wirePlayer(video, user, options);
  };

  const handlers: Handlers<Route> = {
    "GET /api/three60videos/{id}/stream": async ({ params, user, request, reply }): Promise<Download> => {
      const video = await door.open(params.id, { user, headers: request.headers });
      const password = request.headers["x-video-password"];
      if (video.isLocked) {
        const isOpened =
          typeof password === "string" &&
          password !== "" &&
          (await unlock(lockOf(video), password, request, reply));
        if (!isOpened) throw new AppError("VIDEO_PASSWORD");
      }
      await sightings.seen({ ...video, name: video.title, kind: "video" }, user, request);
      const film = await films.openFilm(video.film_sha256);
      if (film === null) throw new AppError("VIDEO_NOT_READY");
      return { ...film, name: `${video.title}.mp4`, record: null };
    },
    "GET /api/video-player": ({ query, user, request }) => player(query.code, user, request),
    "POST /api/three60videos/{id}/verify-password": async ({ params, body, user, request, reply }) => {
      const video = await door.open(params.id, { user, headers: request.headers });
      if (video.isLocked && !(await unlock(lockOf(video), body.password, request, reply)))
        throw new AppError("VIDEO_PASSWORD_WRONG", { fields: { password: ["VIDEO_PASSWORD_WRONG"] } });
      await sightings.seen({ ...video, name: video.title, kind: "video" }, user, request);
      return wirePlayer({ ...video, isLocked: false }, user, options);
    },
  };

  return {
    handlers,
    page: {
      open: player,
      async unlock(
        code: string,
        password: string,
        user: SessionUser | null,
        request: FastifyRequest,
        reply: FastifyReply,
      ): Promise<boolean> {
        const video = await door.open(code, { user, headers: request.headers });
        return !video.isLocked || unlock(lockOf(video), password, request, reply);
      },
    },
  };
}
