import { walkLimits } from "#contract/walks.limits.ts";
import type { PlacedWalkDetail, Walk } from "#contract/walks.ts";
import { wirePerson } from "#server/domains/sites/projects/wire.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type VisitRecord, visitFlags } from "../visits/visits.policy.ts";
import type { detailOf, WalkRow } from "./walks.repository.ts";

export interface WalkReader {
  readonly visit: VisitRecord;
  readonly user: SessionUser;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

/** The caller's permissions on the walks of a visit. */
export const walkFlags = ({ visit, user }: Pick<WalkReader, "visit" | "user">) => ({
  edit: visitFlags(visit, user)["add_room"] === true,
});

export function wireWalk(row: WalkRow, reader: WalkReader): Walk {
  const { id, id_visit, kind, bytes, width, height, seconds, problem, version, rooms, rooms_made } = row;
  const isRead = row.state === "ready" || row.state === "making" || row.state === "made";
  return {
    id,
    id_visit,
    kind,
    bytes,
    width,
    height,
    seconds,
    problem,
    version,
    rooms,
    rooms_made,
    file: row.file_name,
    status: row.state,
    progress: isRead ? 1 : Math.min(1, (row.pieces * walkLimits.pieceSeconds) / seconds),
    has_video: row.film !== null,
    author: row.author === null ? null : wirePerson(row.author, reader.address),
    created_at: row.created_at.toISOString(),
    can: walkFlags(reader),
  };
}

export function wireDetail(
  row: WalkRow,
  { path, placement, pieces, made }: Awaited<ReturnType<typeof detailOf>>,
  photos: PlacedWalkDetail["photos"],
  reader: WalkReader,
): PlacedWalkDetail {
  return {
    ...wireWalk(row, reader),
    path: row.state === "ready" || row.state === "making" || row.state === "made" ? path : null,
    taps: [...placement.taps],
    photos,
    previews: pieces.map(({ piece, preview }) => ({
      from: piece * walkLimits.pieceSeconds,
      url: reader.address(preview),
    })),
    made,
  };
}
