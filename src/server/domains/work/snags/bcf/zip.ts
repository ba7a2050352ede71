import { buffer } from "node:stream/consumers";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { limits } from "#contract/limits.ts";
import { AppError } from "#server/platform/errors.ts";

const MiB = 2 ** 20;
/** Limit of files in one zip: topics may contain many pictures, but not without limit. */
const ENTRIES = 60_000;
/** Unpacked size limit of the text of one file, and of all together. */
const ENTRY_BYTES = 4 * MiB;
const TEXT_BYTES = 64 * MiB;
/** Unpacked size limit of all files together: pictures hardly shrink, so a legitimate file is no larger than this. */
const ALL_BYTES = 4 * limits.snag.bcf.bytes;

export interface BcfFiles {
  /** Content of `bcf.version` in the root. */
  readonly version: string;
  /** Yields the topics one after the other, each unpacked on demand; null for one that cannot be unpacked. */
  markups(): AsyncGenerator<{ readonly folder: string; readonly text: string | null }>;
  /** Paths of the files below a folder, in the order of the zip. */
  below(folder: string): readonly string[];
  /** Declared unpacked size of a file in bytes; undefined when there is none of that path. */
  sizeOf(path: string): number | undefined;
  /** A file by its path, ignoring case; undefined when there is none or it cannot be unpacked. */
  bytes(path: string): Promise<Buffer | undefined>;
  /** The same as text. */
  text(path: string): Promise<string | undefined>;
  close(): void;
}

/**
 * Opens an untrusted zip. Throws `BCF_INVALID` for a file that is not a zip, has paths outside of its folder, too many
 * files or too large an unpacked size; `BCF_TOO_MANY` for more topics than one import may have. Nothing is written
 * to the disk under a name of the zip, and one file is in memory at a time.
 */
export async function openBcf(path: string): Promise<BcfFiles> {
  const zip = await openPromise(path, { validateEntrySizes: true, autoClose: false }).catch(refuse);
  try {
    const entries = await list(zip);
    const byPath = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]));
    const markups = entries.filter(({ fileName }) => /^[^/]+\/markup\.bcf$/i.test(fileName));
    if (markups.length > limits.snag.bcf.topics)
      throw new AppError("BCF_TOO_MANY", { values: { n: limits.snag.bcf.topics } });
    const version = entries.find(({ fileName }) => fileName.toLowerCase() === "bcf.version");
    if (version === undefined) throw new AppError("BCF_INVALID");
    const unpacked = async (path: string, most: number) => {
      const entry = byPath.get(path.toLowerCase());
      return entry && (await read(zip, entry, most).catch(() => undefined));
    };
    return {
      version: decode(await read(zip, version, ENTRY_BYTES).catch(refuse)),
      close: () => zip.close(),
      below(folder) {
        const prefix = `${folder}/`.toLowerCase();
        const inside = entries.filter(({ fileName }) => fileName.toLowerCase().startsWith(prefix));
        return inside.map(({ fileName }) => fileName);
      },
      sizeOf: (path) => byPath.get(path.toLowerCase())?.uncompressedSize,
      bytes: (path) => unpacked(path, limits.snag.bcf.fileBytes),
      async text(path) {
        const bytes = await unpacked(path, ENTRY_BYTES);
        return bytes && decodeOr(bytes);
      },
      async *markups() {
        for (const entry of markups)
          yield {
            folder: entry.fileName.slice(0, entry.fileName.indexOf("/")),
            text: await read(zip, entry, ENTRY_BYTES)
              .then(decode)
              .catch(() => null),
          };
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const refuse = (cause: unknown): never => {
  throw new AppError("BCF_INVALID", { cause });
};

/** Reads the directory of the zip; the library itself refuses paths that leave the folder. */
async function list(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > ENTRIES) throw new AppError("BCF_INVALID");
  const entries: Entry[] = [];
  const names = new Set<string>();
  let [texts, all] = [0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      // A duplicate name: two readers would see two different files.
      if (names.has(name)) throw new Error("a name stands twice");
      names.add(name);
      if (name.endsWith("/")) continue;
      all += entry.uncompressedSize;
      if (/\.(?:bcf|version)$/.test(name)) texts += entry.uncompressedSize;
      if (texts > TEXT_BYTES || all > ALL_BYTES) throw new Error("too much to unpack");
      entries.push(entry);
    }
  } catch (error) {
    refuse(error);
  }
  return entries;
}

async function read(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (entry.isEncrypted() || entry.uncompressedSize > most) throw new Error("cannot be unpacked");
  return buffer(await zip.openReadStreamPromise(entry));
}

function decodeOr(bytes: Buffer): string | undefined {
  try {
    return decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes by the byte order mark, as Windows programs write it; else UTF-8. */
export function decode(bytes: Buffer): string {
  const isWide =
    bytes.length >= 2 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  const encoding = !isWide ? "utf-8" : bytes[0] === 0xff ? "utf-16le" : "utf-16be";
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
