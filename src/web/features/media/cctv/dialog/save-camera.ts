import type { Camera } from "#contract/cctv.ts";
import { call, quiet } from "#web/lib/client.ts";
import { changesOf } from "#web/lib/draft.ts";
import { logFailure } from "#web/lib/log.ts";
import { upload } from "#web/lib/upload.ts";
import { type CameraDraft, draftOf } from "./camera-draft.ts";

/** Change of the camera's picture: a new one, none, or unchanged. */
export type ThumbnailChange = File | "remove" | null;

/** Adds or changes a camera; its picture is uploaded afterwards. */
export async function saveCamera(
  draft: CameraDraft,
  camera: Camera | null,
  thumbnail: ThumbnailChange,
): Promise<Camera> {
  const saved = camera === null ? await add(draft) : await change(draft, camera);
  return thumbnail === null ? saved : await withThumbnail(saved, thumbnail);
}

function add({ id_project, ...draft }: CameraDraft): Promise<Camera> {
  return call("POST /api/cctv-cameras", { body: { ...draft, id_project: id_project ?? 0 } }, quiet);
}

/** Only edited values are sent: concurrent changes of other users are kept. */
async function change(draft: CameraDraft, camera: Camera): Promise<Camera> {
  const { id_project: _, ...changes } = changesOf(draftOf(camera), draft);
  if (Object.keys(changes).length === 0) return camera;
  return call("PUT /api/cctv-cameras/{id}", { params: { id: camera.id }, body: changes }, quiet);
}

/** A failed upload does not fail the camera: it is logged, and the newest still remains its picture. */
async function withThumbnail(camera: Camera, thumbnail: File | "remove"): Promise<Camera> {
  const params = { id: camera.id };
  try {
    return thumbnail === "remove"
      ? await call("DELETE /api/cctv-cameras/{id}/thumbnail", { params }, quiet)
      : await upload("POST /api/cctv-cameras/{id}/thumbnail", { params, files: { thumbnail } }, quiet);
  } catch (error) {
    logFailure("The thumbnail of a camera could not be saved.", error);
    return camera;
  }
}
