import type { ColumnType, Generated, Selectable } from "kysely";
import type { Language } from "#contract/languages.ts";

export interface SpotTimelapsesTable {
  id: Generated<number>;
  id_project: number;
  id_user: number | null;
  id_room: number | null;
  title: string;
  /** Of the dates, oldest first. */
  rooms: ColumnType<readonly number[], string, never>;
  bearing: number;
  pitch: number;
  fov: number;
  is_turning: boolean;
  has_stamp: boolean;
  language: Language;
  time_zone: string;
  /** Of the call, for the log entry of the video. */
  address: string;
  state: Generated<"waiting" | "making" | "ready" | "failed">;
  progress: Generated<number>;
  problem: Generated<string | null>;
  id_video: Generated<number | null>;
  created_at: ColumnType<Date, never, never>;
}

export type SpotTimelapseRow = Selectable<SpotTimelapsesTable>;

declare module "#server/platform/database.ts" {
  interface Tables {
    spot_timelapses: SpotTimelapsesTable;
  }
}
