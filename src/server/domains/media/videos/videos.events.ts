import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

const VideoPlace = z.object({ id_project: z.number(), id_video: z.number() });

const toProject = (event: string) => (place: { id_project: number }) => [
  { channel: `private-project-${place.id_project}`, event, data: place },
];

export const videoCreated = defineEvent("video.created", VideoPlace, {
  broadcast: toProject("video.created"),
});
/** Its texts, its appearance or the progress of its file. */
export const videoChanged = defineEvent("video.changed", VideoPlace, {
  broadcast: toProject("video.changed"),
});
export const videoDeleted = defineEvent("video.deleted", VideoPlace, {
  broadcast: toProject("video.deleted"),
});
