import type { Activity } from "#server/platform/activity.ts";
import type { Capture } from "#server/platform/captures.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { PhotoRecord } from "./photos.policy.ts";
import { photoName } from "./photos.repository.ts";

export interface By {
  readonly user: SessionUser;
  /** Network address of the caller. */
  readonly address: string;
  /** Set for a photo that waited on a device. */
  readonly capture?: Capture | undefined;
}

/** Names of changed fields in the log, where they differ from those of the table. */
const recordedAs: Readonly<Record<string, string>> = {
  taken_at: "visit_date",
  taken_from: "visit_date",
  id_visit: "visit",
  id_room: "room",
  id_sheet: "place",
  x: "place",
  y: "place",
  answer: "location",
};

/** Names of changed fields as the log has them. */
export const fieldsOf = (changed: readonly string[]): string[] => [
  ...new Set(changed.map((name) => recordedAs[name] ?? name)),
];

/** For the log of the project and of the user. */
export function done(
  action: `photo.${"created" | "changed" | "deleted" | "restored"}`,
  photo: Pick<PhotoRecord, "id" | "id_project" | "caption" | "file_name">,
  { user, address }: By,
): Activity {
  const subject = { kind: "photo", id: photo.id, name: photoName(photo) };
  return { id_user: user.id, action, subject, id_project: photo.id_project, address };
}
