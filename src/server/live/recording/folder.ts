import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

/* One recording is a folder: `media.mp4` (an init segment, then segments one after the other), `index.jsonl` (a line
 * for each segment that is surely on the disk), `recording.json` (its subject and its writer) and, once it has ended,
 * `ended.json`. Segments missing from the index do not count: a crash leaves at most half a segment after it. */
export const MEDIA = "media.mp4";
const INDEX = "index.jsonl";
const ABOUT = "recording.json";
const ENDED = "ended.json";

export interface RecordingFacts {
  readonly code: string;
  readonly startedAt: number;
  readonly width: number;
  readonly height: number;
  /** Process id of its writer, */
  readonly pid: number;
  /** and the writer's host; missing in recordings of earlier versions. */
  readonly host?: string;
}

/** A recording in progress grows every few seconds, and is ended a minute after its sender is gone. */
const ABANDONED_MS = 5 * 60_000;

export interface IndexLine {
  readonly at: number;
  readonly seconds: number;
  readonly offset: number;
  readonly bytes: number;
}

export interface RecordingEnd {
  readonly endedAt: number;
  readonly seconds: number;
  readonly bytes: number;
}

export interface OpenRecording {
  append(line: IndexLine, pieces: readonly Buffer[]): Promise<void>;
  close(end: RecordingEnd): Promise<void>;
}

/** Begins a recording; the folder is on the disk when this returns. */
export async function beginRecording(
  path: string,
  facts: RecordingFacts,
  head: Buffer,
): Promise<OpenRecording> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, ABOUT), JSON.stringify(facts), { flush: true });
  const media = await open(join(path, MEDIA), "a");
  const index = await open(join(path, INDEX), "a");
  await writeAll(media, [head]);
  return {
    async append(line, pieces) {
      await writeAll(media, pieces);
      await media.datasync();
      await index.appendFile(`${JSON.stringify(line)}\n`);
      await index.datasync();
    },
    async close(end) {
      await Promise.allSettled([media.close(), index.close()]);
      await writeFile(join(path, ENDED), JSON.stringify(end), { flush: true });
    },
  };
}

async function writeAll(file: FileHandle, pieces: readonly Buffer[]): Promise<void> {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev([...pieces]);
  // A full disk accepts a part of the bytes.
  if (bytesWritten < size)
    throw Object.assign(new Error("only part of the data was written"), { code: "ENOSPC" });
}

/** Returns the indexed segments; lines cut off by a crash are skipped. */
export async function readIndex(path: string): Promise<IndexLine[]> {
  const text = await readFile(join(path, INDEX), "utf8").catch(() => "");
  const lines: IndexLine[] = [];
  for (const line of text.split("\n")) {
    try {
      const { at, seconds, offset, bytes } = JSON.parse(line) as IndexLine;
      if ([at, seconds, offset, bytes].every(Number.isFinite)) lines.push({ at, seconds, offset, bytes });
    } catch {
      // Lines after it were written later, and count.
    }
  }
  return lines;
}

const readJson = async <T>(path: string): Promise<T | null> =>
  readFile(path, "utf8").then(
    (text) => JSON.parse(text) as T,
    () => null,
  );

export interface Recovered extends RecordingEnd {
  readonly folder: string;
  readonly facts: RecordingFacts;
}

/**
 * Ends recordings whose writer is gone, with the content that is surely on the disk; one without a segment is removed.
 * `told` also includes those that ended a short while ago: their recipients may have been down.
 */
export async function recoverRecordings(root: string, told: number): Promise<Recovered[]> {
  const found: Recovered[] = [];
  for (const folder of await readdir(root).catch(() => [])) {
    const path = join(root, folder);
    const facts = await readJson<RecordingFacts>(join(path, ABOUT));
    if (facts === null) continue;
    const ended = await readJson<RecordingEnd>(join(path, ENDED));
    if (ended !== null) {
      if (ended.endedAt >= told) found.push({ folder, facts, ...ended });
      continue;
    }
    if (await isWritten(path, facts)) continue;
    const end = await closeAbandoned(path);
    if (end === null) await rm(path, { recursive: true, force: true });
    found.push({ folder, facts, ...(end ?? { endedAt: facts.startedAt, seconds: 0, bytes: 0 }) });
  }
  return found;
}

async function closeAbandoned(path: string): Promise<RecordingEnd | null> {
  const lines = await readIndex(path);
  const last = lines.at(-1);
  if (last === undefined) return null;
  const bytes = last.offset + last.bytes;
  await truncate(join(path, MEDIA), bytes);
  const seconds = lines.reduce((sum, line) => sum + line.seconds, 0);
  const end = { endedAt: Math.round(last.at + last.seconds * 1000), seconds, bytes };
  await writeFile(join(path, ENDED), JSON.stringify(end), { flush: true });
  return end;
}

/** State of a recording: `gone` where there is no such folder. */
export async function stateOf(path: string): Promise<"gone" | "open" | "ended"> {
  if ((await readJson(join(path, ENDED))) !== null) return "ended";
  return (await readJson(join(path, ABOUT))) === null ? "gone" : "open";
}

/** A folder may be shared by machines, whose processes cannot be checked here, and process ids are reused. */
async function isWritten(path: string, { pid, host }: RecordingFacts): Promise<boolean> {
  const isHere = host === undefined || host === hostname();
  if (isHere && !isAlive(pid)) return false;
  const { mtimeMs } = await stat(join(path, INDEX)).catch(() => stat(join(path, ABOUT)));
  return Date.now() - mtimeMs < ABANDONED_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
