import type { ColumnType, Generated } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import type { WalkStatus, WalkTapPlace, WalkTrack } from "#contract/walks.ts";

export interface WalkPlacement {
  readonly taps: readonly WalkTapPlace[];
}

/** A placed walk as other pages show it, written when its rooms are requested. */
export interface WalkLine {
  readonly stretches: readonly {
    readonly id_sheet: number;
    readonly is_uncertain: boolean;
    /** Shares of the floor plan's width and height. */
    readonly points: readonly (readonly [x: number, y: number])[];
  }[];
  /** Pictures of its rooms in the order in which the walk passes them; a room may be passed several times. */
  readonly passed: readonly number[];
}

export interface WalksTable {
  id: Generated<number>;
  id_visit: number;
  id_user: number | null;
  file_name: string;
  bytes: number;
  sha256: string;
  kind: Generated<"video" | "photos">;
  /** Ids of rooms in order of the walk, for one of photos. */
  photos: ColumnType<readonly number[], string | undefined, never>;
  /** Key in the object store; null once the video was removed, and for photos. */
  film: string | null;
  width: number;
  height: number;
  seconds: number;
  state: Generated<WalkStatus>;
  problem: Generated<ErrorCode | null>;
  /** Pieces of the video that were read. */
  pieces: Generated<number>;
  /** Key in the object store of the reader's state after them. */
  reader: Generated<string | null>;
  /** Written as JSON text. */
  path: ColumnType<WalkTrack | null, string | undefined, string>;
  placement: ColumnType<WalkPlacement, string | undefined, string>;
  version: Generated<number>;
  keeps_film: Generated<boolean>;
  /** Written as JSON text. */
  line: ColumnType<WalkLine | null, string | undefined, string>;
  /** The user for whom rooms are created. */
  id_maker: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface WalkPiecesTable {
  id_walk: number;
  piece: number;
  /** Key in the object store. */
  preview: string;
}

export interface WalkRoomsTable {
  id_walk: number;
  picture: number;
  at_second: number;
  name: string;
  id_sheet: number;
  x: number;
  y: number;
  heading: number;
  id_room: Generated<number | null>;
  is_made: Generated<boolean>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    walks: WalksTable;
    walk_pieces: WalkPiecesTable;
    walk_rooms: WalkRoomsTable;
  }
}
