import { Readable } from "node:stream";
import type { Database } from "#server/platform/database.ts";
import type { ByteRange } from "#server/platform/http/range.ts";
import type { ObjectStore } from "../store.ts";
import { filmFiles, filmKey } from "./film-files.ts";
import type { IndexMove } from "./mp4/faststart.ts";
import "./tables.ts";

/** The playable form of a video as another file with its index in another place. */
export interface FilmMove extends IndexMove {
  /** Name of that file below the video's prefix. */
  readonly of: string;
}

/** For reading objects, those that are put together as they are read included. */
export type ReadableStore = Pick<ObjectStore, "stat" | "open">;

/** A part of the playable form: bytes of an object. */
interface Piece {
  readonly name: string;
  /** First byte in the object, and how many. */
  readonly start: number;
  readonly bytes: number;
}

/** Maximum number of videos whose moves are held. */
const most = 1000;

/**
 * The store with the playable form of every video: half a gigabyte is stored once, and its index moves to the front in
 * what is read. Names and moves belong to a hash and never change, so they are held once read.
 */
export function createFilmStore(
  db: Database,
  store: ReadableStore,
): { of(sha256: string): Promise<ReadableStore> } {
  const known = new Map<string, FilmMove>();
  const moveOf = async (sha256: string): Promise<FilmMove | null> => {
    const held = known.get(sha256);
    if (held !== undefined) return held;
    const row = await db
      .selectFrom("films")
      .select("index_move")
      .where("sha256", "=", sha256)
      .executeTakeFirst();
    const move = row?.index_move ?? null;
    if (known.size >= most) known.clear();
    if (move !== null) known.set(sha256, move);
    return move;
  };
  return {
    async of(sha256) {
      const move = await moveOf(sha256);
      return move === null ? store : putTogether(store, sha256, move);
    },
  };
}

/** Answers for the playable form of one video; its size is that of the file it is made of. */
function putTogether(store: ReadableStore, sha256: string, move: FilmMove): ReadableStore {
  const base = filmKey(sha256, move.of);
  return {
    stat: () => store.stat(base),
    async open(_key, range) {
      const found = await store.stat(base);
      if (found === null) return null;
      const pieces = within(piecesOf(move, found.bytes), range ?? { start: 0, end: found.bytes - 1 });
      const [only] = pieces;
      if (only !== undefined && pieces.length === 1) return openPiece(store, sha256, only);
      return Readable.from(bytesOf(store, sha256, pieces), { objectMode: false });
    },
  };
}

function piecesOf({ of, from, bytes, to }: FilmMove, size: number): Piece[] {
  return [
    { name: of, start: 0, bytes: to },
    { name: filmFiles.index, start: 0, bytes },
    { name: of, start: to, bytes: from - to },
    { name: of, start: from + bytes, bytes: size - from - bytes },
  ];
}

/** The pieces, cut to a range of the whole. */
function within(pieces: readonly Piece[], { start, end }: ByteRange): Piece[] {
  let at = 0;
  return pieces.flatMap(({ name, start: first, bytes }) => {
    const [from, to] = [Math.max(start - at, 0), Math.min(end + 1 - at, bytes)];
    at += bytes;
    return from < to ? [{ name, start: first + from, bytes: to - from }] : [];
  });
}

const openPiece = (store: ReadableStore, sha256: string, { name, start, bytes }: Piece) =>
  store.open(filmKey(sha256, name), { start, end: start + bytes - 1 });

async function* bytesOf(
  store: ReadableStore,
  sha256: string,
  pieces: readonly Piece[],
): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    const stream = await openPiece(store, sha256, piece);
    // The response has begun: it breaks off, and must not pass as complete.
    if (stream === null) throw new Error(`${piece.name} of film ${sha256} is not in the store`);
    for await (const chunk of stream) yield chunk as Buffer;
  }
}
