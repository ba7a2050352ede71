import type { ColumnType, Generated, Selectable } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import type { PictureArea, PicturePose } from "#contract/visits.ts";
import type { Level } from "./variants.ts";

export interface PicturesTable {
  sha256: string;
  bytes: number;
  width: number;
  height: number;
  state: Generated<"processing" | "ready" | "failed">;
  problem: ErrorCode | null;
  captured_at: Date | null;
  north: number | null;
  /** Written as JSON text, as `levels` are. */
  area: ColumnType<PictureArea | null, string | null | undefined, never>;
  pose: ColumnType<PicturePose | null, string | null | undefined, never>;
  latitude: Generated<number | null>;
  longitude: Generated<number | null>;
  altitude: Generated<number | null>;
  /** Metres. */
  gps_accuracy: Generated<number | null>;
  /** Written as JSON text: the driver would treat an array as a database array. */
  levels: ColumnType<Level[] | null, string | null, string | null>;
  attempts: Generated<number>;
  created_at: Generated<Date>;
  claimed_at: Generated<Date>;
  previewed_at: Date | null;
  ready_at: Date | null;
}

export type PictureRow = Selectable<PicturesTable>;

declare module "#server/platform/database.ts" {
  interface Tables {
    pictures: PicturesTable;
  }
}
