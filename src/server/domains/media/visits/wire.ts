import type { Room, VisitRow } from "#contract/visits.ts";
import type { Pictures } from "#server/media/index.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { RoomWithPicture } from "./rooms.repository.ts";
import { visitFlags } from "./visits.policy.ts";
import type { VisitSummary } from "./visits.repository.ts";

/** Builds signed addresses of pictures. */
export type PictureWire = Pick<Pictures, "picture" | "thumbnail" | "covers">;

/** A room in the form for other domains, to be shown by `wireRoom`. */
export type ShownRoom = RoomWithPicture;

/** `isMember`: whether the recipient is a member of the project. Only members get the camera's coordinates. */
export function wireRoom(room: RoomWithPicture, pictures: PictureWire, isMember = false): Room {
  const { latitude, longitude, altitude, gps_accuracy: accuracy } = room;
  return {
    ...(isMember && {
      gps: latitude === null || longitude === null ? null : { latitude, longitude, altitude, accuracy },
    }),
    id: room.id,
    id_room: room.id,
    id_visit: room.id_visit,
    name: room.name,
    order: room.position,
    north: room.north,
    has_north: hasNorth(room),
    captured_at: room.captured_at?.toISOString() ?? null,
    file: room.file_name,
    picture: pictures.picture(room),
  };
}

/** Whether the file contains north, or a user has set it. */
export const hasNorth = ({
  north,
  is_north_set,
  file_north,
}: Pick<RoomWithPicture, "north" | "is_north_set" | "file_north">): boolean =>
  is_north_set || north !== 0 || file_north !== null;

export function wireVisit(visit: VisitSummary, user: SessionUser, pictures: PictureWire): VisitRow {
  return {
    id: visit.id,
    id_visit: visit.id,
    code: visit.code,
    name: visit.name,
    description: visit.description,
    id_user: visit.id_user ?? 0,
    author: visit.author,
    id_project: visit.id_project,
    project: visit.project,
    visit_date: visit.visit_date.toISOString(),
    starred: visit.starred,
    room_count: visit.room_count,
    processing_count: visit.processing_count,
    ...pictures.covers(visit.cover_sha256),
    created_at: visit.created_at.toISOString(),
    updated_at: visit.updated_at.toISOString(),
    can: visitFlags(visit, user),
  };
}
