import type { Generated } from "kysely";

export interface PhotosTable {
  id: Generated<number>;
  guid: Generated<string>;
  id_project: number;
  /** Null when the account was deleted. */
  id_user: number | null;
  caption: Generated<string>;
  file_name: string;
  bytes: number;
  sha256: string;
  /** Keys in the object store. */
  original: string;
  image: string;
  thumbnail: string;
  taken_at: Date;
  taken_from: "camera" | "clock" | "device" | "upload" | "user";
  id_visit: Generated<number | null>;
  id_room: Generated<number | null>;
  /** Null without a position, whatever `x` and `y` are. */
  id_sheet: Generated<number | null>;
  x: Generated<number | null>;
  y: Generated<number | null>;
  /** Degrees clockwise from north. */
  heading: Generated<number | null>;
  /** As the camera wrote them. */
  latitude: Generated<number | null>;
  longitude: Generated<number | null>;
  accuracy: Generated<number | null>;
  file_heading: Generated<number | null>;
  /** The decision of a user about them. */
  answer: Generated<"accepted" | "ignored" | null>;
  announced_at: Generated<Date | null>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Generated<Date | null>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    photos: PhotosTable;
  }
}
