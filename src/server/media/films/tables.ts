import type { ColumnType, Generated } from "kysely";

/** One size of a film, as it was made; bits per second. */
export interface FilmRendition {
  readonly width: number;
  readonly height: number;
  readonly bitrate: number;
}

export interface FilmsTable {
  /** Of the file as it came. */
  sha256: string;
  bytes: number;
  width: number;
  height: number;
  seconds: number;
  fps: number;
  codec: string;
  has_audio: boolean;
  /** Smallest first. */
  renditions: ColumnType<readonly FilmRendition[], string | undefined, string>;
  /** 0..1 of the sizes that are to be made. */
  progress: Generated<number>;
  state: Generated<"processing" | "ready" | "failed">;
  problem: Generated<string | null>;
  claimed_at: Generated<Date>;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    films: FilmsTable;
  }
}
