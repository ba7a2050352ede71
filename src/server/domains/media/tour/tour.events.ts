import { z } from "zod";
import { defineEvent } from "#server/platform/events/event.ts";

const place = z.object({ id_project: z.number(), id_visit: z.number(), id_room: z.number() });

/** A link or information point of a room was added, moved, changed or deleted. */
export const roomPoints = defineEvent("room.points", place, {
  broadcast: (data) => [{ channel: `private-project-${data.id_project}`, event: "room.points", data }],
});
