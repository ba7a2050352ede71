import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { ByteRange } from "#server/platform/http/range.ts";
import { originalKey, pictureFiles, picturePrefix, TILE_SIZE, TILE_TYPE } from "./keys.ts";
import type { LocalCopy, ObjectStore } from "./store.ts";
import type { Level } from "./variants.ts";

/** A picture for the viewer without a server: one text, read in pieces. */
export interface CarriedPicture {
  readonly width: number;
  readonly height: number;
  readonly tileSize: number;
  /** Approximate bytes, as in the store. */
  readonly bytes: number;
  /** The text of a JSON object `{base, tiles}`: the files in base64, tiles row by row from the top left. */
  json(): Readable;
}

export interface StoredFile {
  readonly bytes: number;
  readonly modifiedAt: Date;
  open(range?: ByteRange): Promise<Readable>;
}

/** Pictures as files, for exports, and storage for an export until it is downloaded. */
export interface Archive {
  /** The uploaded file; null when it is not in the store. */
  original(sha256: string): Promise<StoredFile | null>;
  /** The 300x150 picture, WebP. */
  thumbnail(sha256: string): Promise<StoredFile | null>;
  /** The default view, projected, 1280x640, WebP. */
  poster(sha256: string): Promise<StoredFile | null>;
  /** Null while it is not ready, or when a part of it is not in the store. */
  carried(picture: PictureToCarry): Promise<CarriedPicture | null>;
  /**
   * Writes a stream to the disk and stores it under the key once it is complete. `work` names the temporary file: the
   * remains of an earlier attempt with that name are removed first. Returns the number of bytes.
   */
  keepFile(key: string, stream: Readable, work: string): Promise<number>;
  /** Has `make` write the file at a path of the disk and stores it under the key; otherwise like `keepFile`. */
  keepMade(key: string, make: (path: string) => Promise<void>, work: string): Promise<number>;
  /** The object of the key as a file of this machine; the caller releases it. Null when it is not in the store. */
  localFile(key: string): Promise<LocalCopy | null>;
  /**
   * Whether the disk has space for the given bytes and keeps a reserve for the database, which must never run out of
   * space.
   */
  hasRoomFor(bytes: number): Promise<boolean>;
  keptFile(key: string): Promise<StoredFile | null>;
  dropFile(key: string): Promise<void>;
  /** Names under a prefix. */
  keptNames(prefix: string): Promise<string[]>;
}

export interface PictureToCarry {
  readonly sha256: string;
  readonly levels: readonly Level[] | null;
}

/** Sharp enough for a large screen at the usual zoom; a third of the size of the sharpest level of a wide picture. */
const WIDEST = 6000;

/** Bytes of the disk that must stay free after a large file. */
const RESERVE = 2 ** 30;

/** The level included in an export, and its index; undefined while there is none. */
export function carriedLevel(levels: readonly Level[] | null): { level: Level; index: number } | undefined {
  const index = (levels ?? []).findLastIndex(({ width }, at) => at === 0 || width <= WIDEST);
  const level = levels?.[index];
  return level && { level, index };
}

export function createArchive({ store, directory }: { store: ObjectStore; directory: string }): Archive {
  const file = async (key: string): Promise<StoredFile | null> => {
    const found = await store.stat(key);
    return found && { ...found, open: (range) => opened(store, key, range) };
  };
  const keepMade: Archive["keepMade"] = async (key, make, work) => {
    for (const name of await readdir(directory))
      if (name.startsWith(`${work}.`)) await rm(join(directory, name), { force: true });
    const path = join(directory, `${work}.${randomUUID()}`);
    try {
      await make(path);
      await store.putFile(key, path);
      return (await stat(path)).size;
    } finally {
      await rm(path, { force: true });
    }
  };
  return {
    original: (sha256) => file(originalKey(sha256)),
    thumbnail: (sha256) => file(`${picturePrefix(sha256)}/${pictureFiles.thumbnail}`),
    poster: (sha256) => file(`${picturePrefix(sha256)}/${pictureFiles.poster}`),
    async carried({ sha256, levels }) {
      const chosen = carriedLevel(levels);
      if (chosen === undefined) return null;
      const prefix = picturePrefix(sha256);
      const tiles = tileNames(chosen.level).map((name) => `${prefix}/t/${chosen.index}/${name}`);
      const keys = [`${prefix}/${pictureFiles.base}`, ...tiles];
      let bytes = 0;
      for (const key of keys) {
        const found = await store.stat(key);
        if (found === null) return null;
        bytes += found.bytes;
      }
      return { ...chosen.level, tileSize: TILE_SIZE, bytes, json: () => Readable.from(jsonOf(store, keys)) };
    },
    keepFile: (key, stream, work) => keepMade(key, (path) => pipeline(stream, createWriteStream(path)), work),
    keepMade,
    localFile: (key) => store.localFile(key),
    async hasRoomFor(bytes) {
      const { bavail, blocks, bsize } = await statfs(directory);
      return bavail * bsize - bytes > Math.min(RESERVE, blocks * bsize * 0.05);
    },
    keptFile: file,
    dropFile: (key) => store.remove(key),
    keptNames: (prefix) => store.list(prefix),
  };
}

async function opened(store: ObjectStore, key: string, range?: ByteRange): Promise<Readable> {
  const stream = await store.open(key, range);
  if (stream === null) throw new Error("an object of the store is gone");
  return stream;
}

function tileNames({ width, height }: Level): string[] {
  const columns = Math.ceil(width / TILE_SIZE);
  const rows = Math.ceil(height / TILE_SIZE);
  return Array.from(
    { length: columns * rows },
    (_, at) => `${at % columns}_${Math.floor(at / columns)}.${TILE_TYPE}`,
  );
}

/** One file in memory at a time. */
async function* jsonOf(store: ObjectStore, [base = "", ...tiles]: readonly string[]): AsyncGenerator<string> {
  const base64 = async (key: string) => (await buffer(await opened(store, key))).toString("base64");
  yield `{"base":"${await base64(base)}","tiles":[`;
  for (const [at, key] of tiles.entries()) yield `${at === 0 ? "" : ","}"${await base64(key)}"`;
  yield "]}";
}
