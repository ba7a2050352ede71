import type { ColumnType, Generated } from "kysely";

export interface VideosTable {
  id: Generated<number>;
  code: string;
  id_project: number;
  /** The customer whose plan it counts towards. */
  id_payer: Generated<number | null>;
  id_user: number | null;
  title: string;
  description: Generated<string>;
  video_date: Date;
  film_sha256: string;
  file_name: Generated<string>;
  metadata: ColumnType<Readonly<Record<string, string>>, string | undefined, string>;
  thumbnail: Generated<string | null>;
  north: Generated<number>;
  is_public: Generated<boolean>;
  is_protected: Generated<boolean>;
  password_hash: Generated<string | null>;
  auto_play: Generated<boolean>;
  muted: Generated<boolean>;
  loop: Generated<boolean>;
  is_hidden: Generated<boolean>;
  /** Made of 360 photos: for users who may see the visits as well. */
  of_visits: Generated<boolean>;
  /** One of those visits or rooms is gone: closed to every user. Kept by triggers. */
  is_withheld: Generated<boolean>;
  announced_at: Generated<Date | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** The rooms that a video of visits shows; rows stay when their visit or room is gone. */
export interface VideoDatesTable {
  id_video: number;
  id_visit: number;
  id_room: number;
}

export interface VideoStarsTable {
  id_user: number;
  id_video: number;
}

export interface VideoViewsTable {
  id: Generated<number>;
  id_video: number;
  /** Null for a guest. */
  id_user: number | null;
  viewer_hash: Uint8Array;
  address: string;
  browser: Generated<string>;
  device: Generated<string>;
  duration_seconds: Generated<number>;
  started_at: Generated<Date>;
  last_at: Generated<Date>;
}

export interface VideoViewDaysTable {
  id_video: number;
  day: ColumnType<Date, string, string>;
  views: Generated<number>;
  guests: Generated<number>;
  seconds: Generated<number>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    videos: VideosTable;
    video_dates: VideoDatesTable;
    video_stars: VideoStarsTable;
    video_views: VideoViewsTable;
    video_view_days: VideoViewDaysTable;
  }
}
