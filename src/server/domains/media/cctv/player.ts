import type { FastifyReply, FastifyRequest } from "fastify";
import type { PlayerCamera } from "#contract/cctv.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import { createPlayerLock } from "#server/domains/people/auth/link-passwords.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Passes } from "#server/platform/passes.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { cameraFlags } from "./cctv.policy.ts";
import { type CameraSummary, gateOf } from "./cctv.repository.ts";
import type { createCameraDoor } from "./open-camera.ts";
import type { createPlayback } from "./playback.ts";
import { wirePlayer } from "./wire.ts";

export interface PlayerOptions {
  readonly open: ReturnType<typeof createCameraDoor>;
  readonly passes: Passes;
  readonly attempts: Attempts;
  readonly playback: ReturnType<typeof createPlayback>;
  readonly sightings: Sightings;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

/** A camera at its own address, for any visitor with its code. */
export function createCameraPlayer(options: PlayerOptions) {
  const { open, passes, attempts, playback, sightings, address } = options;
  const unlock = createPlayerLock({ attempts, passes, kind: "camera" });
  const playbackOf = (camera: CameraSummary, user: SessionUser | null) =>
    playback(camera.id, user, cameraFlags(camera, user).view ? "" : gateOf(camera));

  return {
    async open(code: string, user: SessionUser | null, request: FastifyRequest): Promise<PlayerCamera> {
      const { camera, isLocked } = await open(code, { user, headers: request.headers });
      if (!isLocked) await sightings.seen({ ...camera, kind: "camera" }, user, request);
      return wirePlayer(camera, user, { isLocked, address, playback: playbackOf(camera, user) });
    },

    /** Null when the password is wrong. Throws RATE_LIMITED after too many attempts. */
    async unlock(
      code: string,
      password: string,
      user: SessionUser | null,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<PlayerCamera | null> {
      const { camera, isLocked } = await open(code, { user, headers: request.headers });
      const { id, protection_hash: hash } = camera;
      if (isLocked && !(await unlock({ id, hash }, password, request, reply))) return null;
      await sightings.seen({ ...camera, kind: "camera" }, user, request);
      return wirePlayer(camera, user, { isLocked: false, address, playback: playbackOf(camera, user) });
    },
  };
}
