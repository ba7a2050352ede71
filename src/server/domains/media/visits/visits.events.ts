import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

const VisitPlace = z.object({ id_project: z.number(), id_visit: z.number() });
const RoomPlace = z.object({ id_project: z.number(), id_visit: z.number(), id_room: z.number() });

const toProject = (event: string) => (place: { id_project: number }) => [
  { channel: `private-project-${place.id_project}`, event, data: place },
];

export const visitCreated = defineEvent("visit.created", VisitPlace, {
  broadcast: toProject("visit.created"),
});
export const visitChanged = defineEvent("visit.changed", VisitPlace, {
  broadcast: toProject("visit.changed"),
});
export const visitDeleted = defineEvent("visit.deleted", VisitPlace, {
  broadcast: toProject("visit.deleted"),
});
export const roomAdded = defineEvent("room.added", RoomPlace, { broadcast: toProject("room.added") });
export const roomDeleted = defineEvent("room.deleted", RoomPlace, { broadcast: toProject("room.deleted") });
export const roomReady = defineEvent("room.ready", RoomPlace, { broadcast: toProject("room.ready") });
export const roomFailed = defineEvent("room.failed", RoomPlace, { broadcast: toProject("room.failed") });
