import type { Activity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { cameraChanged } from "./cctv.events.ts";
import type { CamerasRepository } from "./cctv.repository.ts";
import type { CameraRow } from "./checks.ts";
import { type CameraWire, wireCamera } from "./wire.ts";

interface CameraCallsOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly repository: CamerasRepository;
  readonly wire: CameraWire;
}

export type CameraCalls = ReturnType<typeof createCameraCalls>;

/** Helpers shared by the handlers of cameras. */
export function createCameraCalls(options: CameraCallsOptions) {
  const { bus, repository, wire } = options;
  return {
    ...options,
    /** Loads the camera with the rights of this user. */
    show: async (id: number, user: SessionUser) =>
      wireCamera(await repository.summary(user.id, id), user, wire),
    /** Emits the change to open screens. */
    changed: (trx: Trx, { id, id_project }: Pick<CameraRow, "id" | "id_project">) =>
      bus.emit(trx, cameraChanged, { id_project, id_camera: id }),
  };
}

type CameraAction =
  | `camera.${"created" | "changed" | "deleted"}`
  | `camera.${"still_taken" | "still_deleted" | "film_asked" | "film_deleted"}`;

/** An entry for the activity log. */
export function done(
  action: CameraAction,
  { id, id_project, name }: Pick<CameraRow, "id" | "id_project" | "name">,
  user: SessionUser,
  { ip }: { readonly ip: string },
): Activity {
  return { id_user: user.id, action, subject: { kind: "camera", id, name }, id_project, address: ip };
}
