import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

const CameraPlace = z.object({ id_project: z.number(), id_camera: z.number() });

const toProject = (event: string) => (place: { id_project: number }) => [
  { channel: `private-project-${place.id_project}`, event, data: place },
];

export const cameraCreated = defineEvent("camera.created", CameraPlace, {
  broadcast: toProject("camera.created"),
});
/** Its data, its status or its stored pictures have changed. */
export const cameraChanged = defineEvent("camera.changed", CameraPlace, {
  broadcast: toProject("camera.changed"),
});
export const cameraDeleted = defineEvent("camera.deleted", CameraPlace, {
  broadcast: toProject("camera.deleted"),
});
/** Progress of a time-lapse; `progress` from 0 to 1. */
export const timelapseChanged = defineEvent(
  "camera.film",
  CameraPlace.extend({ id_timelapse: z.number(), state: z.string(), progress: z.number() }),
  { broadcast: toProject("camera.film") },
);
