import type { ColumnType, Generated } from "kysely";
import type { AnswerKind, SnagPriority, SnagStatus } from "#contract/choices.ts";

export interface SnagsTable {
  id: Generated<number>;
  guid: Generated<string>;
  id_project: number;
  number: number;
  /** Null for a snag pinned on a floor plan alone. */
  id_visit: Generated<number | null>;
  id_room: Generated<number | null>;
  /** Names of visit and room at the time they were removed. */
  visit_name: Generated<string>;
  room_name: Generated<string>;
  title: string;
  text: Generated<string>;
  status: Generated<SnagStatus>;
  priority: Generated<SnagPriority>;
  trade: Generated<string>;
  id_assignee: Generated<number | null>;
  /** Assigned to a pending invitation; null beside an assignee. */
  id_invitation: Generated<number | null>;
  /** Crew whose people answer by links; besides an assignee. */
  id_crew: Generated<number | null>;
  /** Reason of the crew, while the status is `disputed`. */
  dispute: Generated<string>;
  /** `2026-11-21`. */
  due_date: Generated<string | null>;
  yaw: Generated<number | null>;
  pitch: Generated<number | null>;
  fov: Generated<number | null>;
  /** Floor plan of its own position; null where its room's position counts. */
  id_sheet: Generated<number | null>;
  x: Generated<number | null>;
  y: Generated<number | null>;
  id_user: Generated<number | null>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  closed_at: Generated<Date | null>;
  reminded: Generated<number[]>;
}

export interface SnagPhotosTable {
  id: Generated<number>;
  filename: string;
  /** Null while its snag is being created. */
  id_snag: number | null;
  id_project: number;
  id_visit: number | null;
  id_user: number | null;
  kind: "before" | "after";
  image: string;
  thumbnail: string;
  /** Checksum of the uploaded file; null for pictures from another source, or older than this column. */
  came_sha256: Generated<string | null>;
  came_bytes: Generated<number | null>;
  came_name: Generated<string | null>;
  created_at: Generated<Date>;
}

export interface SnagCommentsTable {
  id: Generated<number>;
  id_snag: number;
  id_user: number | null;
  text: string;
  guid: Generated<string>;
  created_at: Generated<Date>;
}

export interface SnagStepsTable {
  id: Generated<number>;
  id_snag: number;
  id_user: number | null;
  action: string;
  changes: ColumnType<
    { field: string; from: string | null; to: string | null }[],
    string | undefined,
    string
  >;
  /** When it was done on a device, by the server's clock; null for what was done here at once. */
  captured_at: Generated<Date | null>;
  /** Sender of an answer by a link; such a step has no user. */
  by_link: ColumnType<LinkSender | null, string | undefined, string | null>;
  created_at: Generated<Date>;
}

/** Sender of an answer, as they were then. */
export interface LinkSender {
  readonly name: string;
  readonly crew: string;
  /** The email address or phone number that the link was sent to. */
  readonly sent_to: string;
}

export interface SnagAnswersTable {
  id: Generated<number>;
  guid: string;
  id_snag: number;
  /** Null when the person was removed. */
  id_person: number | null;
  id_crew: number | null;
  kind: AnswerKind;
  text: Generated<string>;
  name: string;
  crew: string;
  sent_to: string;
  device: Generated<string>;
  is_late: Generated<boolean>;
  captured_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

/** Photos of answers; those of an answer are photos of its snag as well, while there is room. */
export interface SnagAnswerPhotosTable {
  id: Generated<number>;
  guid: string;
  id_link: number | null;
  id_snag: number;
  /** Null until its answer arrives. */
  id_answer: Generated<number | null>;
  id_photo: Generated<number | null>;
  image: string;
  thumbnail: string;
  came_sha256: string;
  came_bytes: number;
  came_name: string;
  created_at: Generated<Date>;
}

/** Differences that triggers write: the number of snags is the sum of `count`. */
export interface SnagTalliesTable {
  id: Generated<number>;
  id_project: number;
  status: SnagStatus;
  priority: SnagPriority;
  count: number;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    snags: SnagsTable;
    snag_photos: SnagPhotosTable;
    snag_comments: SnagCommentsTable;
    snag_steps: SnagStepsTable;
    snag_tallies: SnagTalliesTable;
    snag_answers: SnagAnswersTable;
    snag_answer_photos: SnagAnswerPhotosTable;
  }
}
