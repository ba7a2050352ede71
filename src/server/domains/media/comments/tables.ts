import type { Generated } from "kysely";

export interface VideoCommentsTable {
  id: Generated<number>;
  id_video: number;
  id_parent: number | null;
  id_user: number | null;
  text: string;
  seconds: number;
  yaw: number | null;
  pitch: number | null;
  resolved_at: Generated<Date | null>;
  id_resolver: Generated<number | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    video_comments: VideoCommentsTable;
  }
}
