import type { Generated, Selectable } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";

export interface UploadsTable {
  id: string;
  id_user: number;
  /** Where it was started: a 360 photo or a walk video at a visit, a video or a photo at a project. */
  id_visit: number | null;
  id_project: Generated<number | null>;
  is_photo: Generated<boolean>;
  /** A photo of a snag or of the site diary. */
  is_attachment: Generated<boolean>;
  /** A walk video instead of a 360 photo, at a visit. */
  is_walk: Generated<boolean>;
  file_name: string;
  bytes: number;
  created_at: Generated<Date>;
  expires_at: Date;
  /** When it became a room, a video, a photo or a walk, or was refused for its content; its file is gone then. */
  settled_at: Date | null;
  id_room: number | null;
  id_video: Generated<number | null>;
  id_photo: Generated<number | null>;
  id_walk: Generated<number | null>;
  problem: ErrorCode | null;
  held_by: string | null;
  held_until: Date | null;
  is_wanted: Generated<boolean>;
}

/** A piece of an upload in a store that every node reads; its row is written once the object is stored. */
export interface UploadPartsTable {
  id_upload: string;
  start: number;
  bytes: number;
  /** Key in the object store. */
  object: string;
  created_at: Generated<Date>;
}

export type UploadRow = Selectable<UploadsTable>;

declare module "#server/platform/database.ts" {
  interface Tables {
    uploads: UploadsTable;
    upload_parts: UploadPartsTable;
  }
}
