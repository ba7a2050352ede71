import { createHash, randomBytes } from "node:crypto";
import type { CameraPlayback } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import type { Cameras } from "#server/cameras/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SessionUser } from "#server/platform/session.ts";

/** Addresses of one camera for one viewer, valid for the next minutes. */
export function createPlayback(cameras: Pick<Cameras, "addresses">, clock: Clock) {
  /** `gate` for a viewer admitted as a guest. */
  return (id: number, user: SessionUser | null, gate = ""): CameraPlayback => {
    const ends = new Date(clock.now().getTime() + limits.camera.linkMinutes * 60_000);
    return {
      ...cameras.addresses(id, { viewer: viewerOf(user), gate, ends }),
      expires_at: ends.toISOString(),
    };
  };
}

/** A user is the same viewer each time; every guest is a new one. */
const viewerOf = (user: SessionUser | null) =>
  user === null
    ? randomBytes(9).toString("base64url")
    : createHash("sha256").update(`camera viewer ${user.id}`).digest("base64url").slice(0, 12);
