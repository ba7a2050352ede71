import { voicePrefix } from "#contract/evidence.files.ts";
import type { PersonRow } from "#server/domains/sites/projects/people.ts";
import type { SubjectFile } from "./custody-subjects.ts";
import { deviceFrom, type WithDevice } from "./device-capture.ts";

/** A photo of a snag or of the diary, stored without the metadata of its camera. */
export interface AttachedPhoto extends WithDevice {
  readonly id: number;
  readonly image: string;
  readonly came_sha256: string | null;
  readonly came_bytes: number | null;
  readonly came_name: string | null;
  readonly received_at: Date;
  readonly received_by: PersonRow | null;
}

export const photoFile = ({
  id,
  image,
  came_sha256,
  came_bytes,
  came_name,
  ...photo
}: AttachedPhoto): SubjectFile => ({
  id: String(id),
  name: came_name ?? "",
  key: image,
  // A picture of this kind is stored under the checksum of its own bytes.
  sha256: /\/([0-9a-f]{64})\.\w+$/.exec(image)?.[1] ?? null,
  bytes: null,
  is_original: false,
  came: came_sha256 === null ? null : { sha256: came_sha256, bytes: came_bytes },
  received_at: photo.received_at,
  received_by: photo.received_by,
  width: null,
  height: null,
  device: deviceFrom(photo),
  made: null,
});

/** A voice note, stored in a playable form. */
export interface AttachedVoice extends WithDevice {
  readonly id: number;
  readonly key: string;
  readonly bytes: number;
  readonly came_sha256: string;
  readonly came_name: string;
  readonly received_at: Date;
  readonly received_by: PersonRow | null;
}

export const voiceFile = ({
  id,
  key,
  bytes,
  came_sha256,
  came_name,
  ...note
}: AttachedVoice): SubjectFile => ({
  id: `${voicePrefix}${id}`,
  name: came_name,
  key,
  // Stored under the checksum of its own bytes, as photos of snags are.
  sha256: /\/([0-9a-f]{64})\.\w+$/.exec(key)?.[1] ?? null,
  bytes,
  is_original: false,
  came: { sha256: came_sha256, bytes: null },
  received_at: note.received_at,
  received_by: note.received_by,
  width: null,
  height: null,
  device: deviceFrom(note),
  made: null,
});
