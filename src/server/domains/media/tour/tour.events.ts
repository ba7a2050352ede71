import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

const place = z.object({ id_project: z.number(), id_visit: z.number(), id_room: z.number() });

/** A way or an information was put into a room's picture, moved, changed or removed. */
export const roomPoints = defineEvent("room.points", place, {
  broadcast: (data) => [{ channel: `private-project-${data.id_project}`, event: "room.points", data }],
});
