import type { Readable } from "node:stream";
import type { ByteRange } from "#server/platform/http/range.ts";

export interface ObjectStat {
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export interface LocalCopy {
  readonly path: string;
  release(): Promise<void>;
}

export interface ObjectEntry {
  readonly key: string;
  readonly bytes: number;
}

/**
 * Storage of files that must outlive a restart. Keys are paths like `pictures/ab/<sha256>/original.jpg`: segments of
 * letters, digits, dot, dash and underscore that start with a letter or digit. Objects under one key never change their
 * bytes. An acknowledged put is durable. Every method throws `BadKey` for a key of another form, and `UNAVAILABLE`
 * (503, to be retried) while a store outside this machine is unreachable.
 */
export interface ObjectStore {
  /** Stores a file; the source is kept. An existing object of the same size is kept. */
  putFile(key: string, path: string): Promise<void>;
  /**
   * Moves a whole local folder to a prefix; the folder is gone then. Resolves when all of it is stored, and only then
   * may a row refer to it: readers find a set by its row. A listing may show a part of it while it is being put.
   */
  putDirectory(prefix: string, directory: string): Promise<void>;
  /** `null` when there is no such object. The range must lie within the object. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  stat(key: string): Promise<ObjectStat | null>;
  /** The object as a file of this machine, for tools that need a path; the caller releases it. */
  localFile(key: string): Promise<LocalCopy | null>;
  /** Removes an object, or everything under a prefix; a no-op when there is nothing. */
  remove(keyOrPrefix: string): Promise<void>;
  /** Names directly under a prefix, in order; empty when there are none. */
  list(prefix: string): Promise<string[]>;
  /** Every object under a prefix, or of the whole store when it is empty, in key order. */
  walk(prefix: string): AsyncIterable<ObjectEntry>;
  /** Removes leftovers of puts that were interrupted before the given time. Returns how many. */
  tidy(before: Date): Promise<number>;
  close(): Promise<void>;
}

export class BadKey extends Error {
  constructor() {
    super("not an object key");
    this.name = "BadKey";
  }
}

const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** The only gate between text from outside and a path on disk. */
export function checkKey(key: string): string {
  const segments = key.split("/");
  if (segments.length > 8 || !segments.every((segment) => SEGMENT.test(segment))) throw new BadKey();
  return key;
}
