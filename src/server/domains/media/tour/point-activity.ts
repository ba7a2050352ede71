import type { Activity } from "#server/platform/activity.ts";
import type { RoomRecord } from "../visits/visits.policy.ts";

/** The user who adds, moves or deletes a point. */
export interface PointAuthor {
  readonly user: { readonly id: number };
  readonly request: { readonly ip: string };
}

/** Log entries of links and information points. */
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
