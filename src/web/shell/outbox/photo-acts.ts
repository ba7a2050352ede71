import { call, quiet } from "#web/lib/client.ts";
import type { ActKind } from "#web/lib/outbox/act.ts";
import { upload } from "#web/lib/upload.ts";
import { isRecord } from "./new-snag-payload.ts";
import { sendPhoto } from "./send-photo.ts";

/** A photo of a project that is not a 360 photo. */
export interface ProjectPhotoPayload {
  /** Name of the file. */
  readonly name: string;
  /** The room at which it was taken, if that is known. */
  readonly id_room?: number;
  /** Time zone in which a camera's time without one is read. */
  readonly zone: string;
}

const route = "POST /api/projects/{id}/photos";

export const projectPhoto: ActKind<ProjectPhotoPayload> = {
  kind: "photo",
  capture: "photo",
  label: "offline.acts.photo",
  isPayload: (value): value is ProjectPhotoPayload =>
    isRecord(value) && typeof value["name"] === "string" && typeof value["zone"] === "string",
  needs: () => [],
  sets: () => null,
  async send(sending) {
    const { payload, project, capture, onShare, signal } = sending;
    const { zone, id_room } = payload;
    const params = { id: project };
    const body = { zone, ...(id_room !== undefined && { id_room }), ...capture };
    const options = { ...quiet, signal, onProgress: onShare };
    const photo = await sendPhoto(
      sending,
      (way) =>
        "file" in way
          ? upload(route, { params, body, files: way }, options)
          : call(route, { params, body: { ...body, ...way } }, quiet),
      "photo",
    );
    return photo.id;
  },
  summary: ({ name }) => name,
  path: (_, project) => `/photos/${project}`,
};
