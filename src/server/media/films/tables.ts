import type { ColumnType, Generated, Selectable } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import type { FilmMove } from "./moved-index.ts";

/** One size of a video, as made; bits per second. */
export interface FilmRendition {
  readonly width: number;
  readonly height: number;
  readonly bitrate: number;
  /** Peak of its largest segment. */
  readonly peak: number;
  /** As a playlist names them; empty when the encoder did not report them. */
  readonly codecs: string;
}

export interface FilmsTable {
  /** Hash of the original file. */
  sha256: string;
  bytes: number;
  width: number;
  height: number;
  seconds: number;
  fps: number;
  codec: string;
  has_audio: boolean;
  /** Whether the original file plays in every browser; otherwise only its sizes do. */
  is_playable: Generated<boolean>;
  /** How the playable form is put together; null: it is a file of its own. */
  index_move: ColumnType<FilmMove | null, string | undefined, string>;
  /** Whether its stills have been made. */
  has_poster: Generated<boolean>;
  /** Smallest first. */
  renditions: ColumnType<readonly FilmRendition[], string | undefined, string>;
  /** 0..1 of the sizes to be made. */
  progress: Generated<number>;
  state: Generated<"processing" | "ready" | "failed">;
  problem: Generated<ErrorCode | null>;
  attempts: Generated<number>;
  claimed_at: Generated<Date>;
  created_at: Generated<Date>;
}

export type FilmRow = Selectable<FilmsTable>;

declare module "#server/platform/database.ts" {
  interface Tables {
    films: FilmsTable;
  }
}
