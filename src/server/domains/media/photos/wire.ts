import type { Photo } from "#contract/photos.ts";
import { wirePerson } from "#server/domains/sites/projects/wire.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { photoFlags } from "./photos.policy.ts";
import type { PhotoRow } from "./photos.repository.ts";

/** The original is downloaded by its evidence, which records the download. */
export function wirePhoto(row: PhotoRow, user: SessionUser, address: (objectKey: string) => string): Photo {
  const { id, guid, id_project, caption, bytes, sha256, taken_from, visit, room, heading, version } = row;
  const { id_sheet, x, y, sheet } = row;
  const can = photoFlags(row, user);
  const isPlaced = id_sheet !== null && x !== null && y !== null && sheet !== null;
  return {
    id,
    guid,
    id_project,
    caption,
    bytes,
    sha256,
    taken_from,
    visit,
    room,
    heading,
    version,
    can,
    file: row.file_name,
    taken_at: row.taken_at.toISOString(),
    url: address(row.image),
    thumbnail: address(row.thumbnail),
    original: can.download ? `/api/evidence/photos/${id}/original` : null,
    author: row.author === null ? null : wirePerson(row.author, address),
    position: isPlaced ? { id_sheet, x, y, sheet: sheet.name, floor: sheet.floor } : null,
    proposal: proposalOf(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A camera's heading alone is worth proposing while the photo has none. */
function proposalOf({ latitude, longitude, accuracy, file_heading, answer, ...row }: PhotoRow) {
  const isNew = latitude !== null || (file_heading !== null && row.heading === null);
  return answer === null && isNew ? { latitude, longitude, accuracy, heading: file_heading } : null;
}
