import type { Camera, CameraPlayback, PlayerCamera, Still, Timelapse } from "#contract/cctv.ts";
import type { CameraSource } from "#server/cameras/index.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { cameraFlags } from "./cctv.policy.ts";
import type { CameraSummary } from "./cctv.repository.ts";
import type { StillRow } from "./stills.ts";
import type { TimelapseRow } from "./timelapse-progress.ts";

export interface CameraWire {
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  readonly sourceIn: (sealed: string) => CameraSource | null;
}

export function wireCamera(camera: CameraSummary, user: SessionUser, wire: CameraWire): Camera {
  const can = cameraFlags(camera, user);
  const source = can.edit ? wire.sourceIn(camera.source) : null;
  return {
    id: camera.id,
    id_camera: camera.id,
    code: camera.code,
    name: camera.name,
    description: camera.description,
    location: camera.location,
    id_project: camera.id_project,
    project_id: camera.id_project,
    project: camera.project,
    kind: camera.kind,
    hls_url: source?.url ?? null,
    username: source?.username ?? null,
    has_password: source !== null && source.password !== "",
    is_public: camera.is_public,
    is_protected: camera.is_protected,
    starred: camera.starred,
    ...thumbnailsOf(camera, wire),
    metadata: { brand: "", model: "", resolution: "", notes: "", ...camera.metadata },
    state: camera.state,
    problem: camera.problem,
    checked_at: camera.checked_at?.toISOString() ?? null,
    last_seen_at: camera.last_seen_at?.toISOString() ?? null,
    uptime: camera.uptime,
    missed: camera.missed,
    alert_after: camera.alert_after,
    schedule: camera.schedule,
    still: newestOf(camera, wire),
    created_at: camera.created_at.toISOString(),
    updated_at: camera.updated_at.toISOString(),
    can,
  };
}

function thumbnailsOf({ thumbnail, still_thumbnail }: CameraSummary, { address }: CameraWire) {
  const shown = thumbnail ?? still_thumbnail;
  return {
    thumbnail: thumbnail === null ? null : address(thumbnail),
    thumbnail_url_full: shown === null ? null : address(shown),
  };
}

function newestOf(camera: CameraSummary, { address }: CameraWire): Still | null {
  const { still_id: id, still_at, still_image: image, still_thumbnail: thumbnail } = camera;
  if (id === null || still_at === null || image === null || thumbnail === null) return null;
  return wireStill({ id, taken_at: still_at, image, thumbnail }, address);
}

export const wireStill = (
  { id, taken_at, image, thumbnail }: Pick<StillRow, "id" | "taken_at" | "image" | "thumbnail">,
  address: CameraWire["address"],
): Still => ({
  id,
  id_still: id,
  taken_at: taken_at.toISOString(),
  url: address(image),
  thumbnail: address(thumbnail),
});

/** Before the password is given, only its name is shown. */
export function wirePlayer(
  camera: CameraSummary,
  user: SessionUser | null,
  { isLocked, playback, address }: Gate & Pick<CameraWire, "address">,
): PlayerCamera {
  const can = cameraFlags(camera, user);
  const shown = camera.thumbnail ?? camera.still_thumbnail;
  return {
    code: camera.code,
    id_camera: can.view ? camera.id : null,
    name: camera.name,
    location: isLocked ? "" : camera.location,
    description: isLocked ? "" : camera.description,
    project: can.view || camera.is_project_public ? camera.project : "",
    thumbnail: isLocked || shown === null ? null : address(shown),
    state: isLocked ? "unknown" : camera.state,
    last_seen_at: isLocked ? null : (camera.last_seen_at?.toISOString() ?? null),
    is_protected: camera.is_protected,
    is_locked: isLocked,
    playback: isLocked ? null : playback,
    can,
  };
}

export interface Gate {
  readonly isLocked: boolean;
  readonly playback: CameraPlayback | null;
}

export const wireTimelapse = (film: TimelapseRow, address: CameraWire["address"]): Timelapse => ({
  id: film.id,
  id_timelapse: film.id,
  from: film.from_at.toISOString(),
  to: film.to_at.toISOString(),
  fps: film.fps,
  has_stamp: film.has_stamp,
  state: film.state,
  progress: film.progress,
  problem: film.problem,
  frames: film.frames,
  seconds: film.seconds,
  bytes: film.bytes,
  url: film.film === null ? null : address(film.film),
  poster: film.poster === null ? null : address(film.poster),
  created_at: film.created_at.toISOString(),
});
