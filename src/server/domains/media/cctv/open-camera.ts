import type { IncomingHttpHeaders } from "node:http";
import { isOpen } from "#server/domains/sites/projects/projects.policy.ts";
import { linkBearer, setBearer } from "#server/platform/bearers.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import { linkMark } from "#server/platform/link-mark.ts";
import type { Passes } from "#server/platform/passes.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { cameraFlags } from "./cctv.policy.ts";
import type { CameraSummary, CamerasRepository } from "./cctv.repository.ts";

export interface OpenCamera {
  readonly camera: CameraSummary;
  /** Its password is required first. */
  readonly isLocked: boolean;
}

/**
 * The only access to a camera by its address. Throws NOT_FOUND when there is none, when it is for members only, or when
 * its project is closed to the public at present. Members always have access.
 */
export function createCameraDoor(repository: CamerasRepository, passes: Pick<Passes, "has">, key: AppKey) {
  return async (
    code: string,
    { user, headers }: { readonly user: SessionUser | null; readonly headers: IncomingHttpHeaders },
  ): Promise<OpenCamera> => {
    const camera = await repository.byCode(user?.id ?? 0, code);
    if (camera === undefined) throw new AppError("NOT_FOUND");
    if (cameraFlags(camera, user).view) return { camera, isLocked: false };
    if (!isOpen(camera) || !camera.is_public) throw new AppError("NOT_FOUND");
    const { id, protection_hash: hash } = camera;
    setBearer(linkBearer("c", id, linkMark(key, "c", { id, hash: camera.is_protected ? hash : null })));
    return { camera, isLocked: camera.is_protected && !passes.has({ id, hash }, headers) };
  };
}
