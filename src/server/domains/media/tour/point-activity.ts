import type { Activity } from "#server/platform/activity.ts";
import type { RoomRecord } from "../visits/visits.policy.ts";

/** Who puts, moves or takes away a point. */
export interface PointAuthor {
  readonly user: { readonly id: number };
  readonly request: { readonly ip: string };
}

/** What the log says of ways and of what is told in a room. */
export const pointActivity = (
  { id, name, id_project }: RoomRecord,
  points: "hotspots" | "infos",
  { user, request }: PointAuthor,
): Activity => ({
  id_user: user.id,
  action: "room.changed",
  subject: { kind: "room", id, name },
  changed: [points],
  id_project,
  address: request.ip,
});
