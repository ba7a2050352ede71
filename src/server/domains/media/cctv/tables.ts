import type { ColumnType, Generated } from "kysely";
import type { CameraMetadata, StillSchedule } from "#contract/cctv.ts";
import type { CameraState } from "#contract/choices.ts";

export interface CamerasTable {
  /** The customer whose plan it counts towards. */
  id_payer: Generated<number | null>;
  id: Generated<number>;
  code: string;
  id_project: number;
  id_user: number | null;
  name: string;
  description: Generated<string>;
  location: Generated<string>;
  kind: "hls" | "rtsp";
  /** Address, user name and password as JSON, encrypted. */
  source: string;
  metadata: ColumnType<Partial<CameraMetadata>, string | undefined, string>;
  is_public: Generated<boolean>;
  is_protected: Generated<boolean>;
  protection_hash: Generated<string | null>;
  thumbnail: Generated<string | null>;
  state: Generated<CameraState>;
  problem: Generated<string | null>;
  checked_at: Generated<Date | null>;
  last_seen_at: Generated<Date | null>;
  missed: Generated<number>;
  alert_after: Generated<number>;
  is_alerted: Generated<boolean>;
  schedule: ColumnType<StillSchedule | null, string | null | undefined, string | null>;
  next_still_at: Generated<Date | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface CameraStarsTable {
  id_user: number;
  id_camera: number;
}

export interface CameraHoursTable {
  id_camera: number;
  hour: Date;
  checks: Generated<number>;
  up: Generated<number>;
}

export interface CameraStillsTable {
  id: Generated<number>;
  id_camera: number;
  taken_at: Date;
  image: string;
  thumbnail: string;
  bytes: number;
}

export interface CameraTimelapsesTable {
  id: Generated<number>;
  id_camera: number;
  id_user: number | null;
  from_at: Date;
  to_at: Date;
  fps: number;
  has_stamp: boolean;
  language: Generated<string>;
  state: Generated<"waiting" | "making" | "ready" | "failed">;
  progress: Generated<number>;
  problem: Generated<string | null>;
  frames: Generated<number>;
  seconds: Generated<number>;
  bytes: Generated<number>;
  film: Generated<string | null>;
  poster: Generated<string | null>;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    cameras: CamerasTable;
    camera_stars: CameraStarsTable;
    camera_hours: CameraHoursTable;
    camera_stills: CameraStillsTable;
    camera_timelapses: CameraTimelapsesTable;
  }
}
