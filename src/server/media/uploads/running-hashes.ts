import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { readAt } from "../read-at.ts";

/**
 * SHA-256 of files that grow at their end. A part is hashed while the next one is on its way, so that the end of an
 * upload costs its last part and not the whole file. Nothing is stored: after a restart the next part begins with what
 * lies on the disk.
 */
export interface RunningHashes {
  /** To be called before the file grows: what another process has written meanwhile is hashed anew. */
  beforeWrite(id: string, file: FileHandle, path: string): Promise<void>;
  /** To be called once the file has grown: hashes in the background what is new. */
  afterWrite(id: string, file: FileHandle, path: string): Promise<void>;
  /** Takes over the hash of a file that is complete. */
  set(id: string, path: string, sha256: string): Promise<void>;
  /** Lower-case hex of the file as it is now. */
  digest(id: string, path: string): Promise<string>;
  forget(id: string): void;
}

interface Running {
  readonly hash: Hash;
  /** Bytes hashed, and to be hashed. */
  done: number;
  wanted: number;
  /** The file as this process has left it. */
  mark: string;
  work: Promise<void> | undefined;
  /** How often it was begun; see `mostBegun`. */
  begun: number;
  /** Of a file that came with its hash. */
  sha256?: string;
}

const step = 256 * 1024;
/** Maximum number of uploads whose hashes are held; those unused for longest are hashed at their end. */
const most = 500;
/** When processes take turns in writing to one upload, each would hash it from its beginning with every part. */
const mostBegun = 3;

export function createRunningHashes(): RunningHashes {
  const held = new Map<string, Running>();

  /** The hash of the file as it is; undefined when another process has written to it. */
  const find = (id: string, mark: string): Running | undefined => {
    const found = held.get(id);
    if (found?.mark !== mark) return undefined;
    held.delete(id);
    held.set(id, found);
    return found;
  };

  const begin = (id: string): Running => {
    const begun = (held.get(id)?.begun ?? 0) + 1;
    const running: Running = {
      hash: createHash("sha256"),
      done: 0,
      wanted: 0,
      mark: "",
      work: undefined,
      begun,
    };
    held.delete(id);
    held.set(id, running);
    for (const oldest of held.keys()) {
      if (held.size <= most) break;
      held.delete(oldest);
    }
    return running;
  };

  const goOn = (id: string, running: Running, { mark, bytes }: FileMark, path: string): void => {
    running.mark = mark;
    running.wanted = bytes;
    if (running.begun > mostBegun) return;
    running.work ??= catchUp(running, path)
      // The next caller begins anew.
      .catch(() => void (held.get(id) === running && held.delete(id)))
      .finally(() => {
        running.work = undefined;
      });
  };

  return {
    async beforeWrite(id, file, path) {
      const now = await markOf(file);
      if (find(id, now.mark) === undefined) goOn(id, begin(id), now, path);
    },

    async afterWrite(id, file, path) {
      goOn(id, held.get(id) ?? begin(id), await markOf(file), path);
    },

    async set(id, path, sha256) {
      const { mark } = await withFile(path, markOf);
      Object.assign(begin(id), { sha256, mark });
    },

    async digest(id, path) {
      return withFile(path, async (file) => {
        const before = await markOf(file);
        const known = find(id, before.mark);
        if (known?.sha256 !== undefined) return known.sha256;
        await known?.work;
        const running = known !== undefined && held.get(id) === known ? known : begin(id);
        running.mark = before.mark;
        running.wanted = before.bytes;
        await catchUp(running, path);
        // A copy, since the caller may be refused and come again.
        return running.hash.copy().digest("hex");
      });
    },

    forget: (id) => void held.delete(id),
  };
}

/** Hashes what the file has, up to the wanted length, which may grow meanwhile. */
async function catchUp(running: Running, path: string): Promise<void> {
  await withFile(path, async (file) => {
    while (running.done < running.wanted) {
      const bytes = await readAt(file, running.done, Math.min(step, running.wanted - running.done));
      if (bytes.length === 0) throw new Error("a file became shorter while it was hashed");
      running.hash.update(bytes);
      running.done += bytes.length;
    }
  });
}

interface FileMark {
  readonly mark: string;
  readonly bytes: number;
}

/** Differs as soon as the file has been written to. */
async function markOf(file: FileHandle): Promise<FileMark> {
  const { ino, size, mtimeNs } = await file.stat({ bigint: true });
  return { mark: `${ino}:${size}:${mtimeNs}`, bytes: Number(size) };
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, "r");
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
