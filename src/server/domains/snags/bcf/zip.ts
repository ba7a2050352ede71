import { buffer } from "node:stream/consumers";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { limits } from "#contract/limits.ts";
import { AppError } from "#server/platform/errors.ts";

const MiB = 2 ** 20;
/** Files of one zip: topics may bring many pictures, but not without end. */
const ENTRIES = 60_000;
/** Texts of one file, and of all together, as they are when unpacked. */
const ENTRY_BYTES = 4 * MiB;
const TEXT_BYTES = 64 * MiB;

export interface BcfFiles {
  /** `bcf.version` of the root. */
  readonly version: string;
  /** The topics one after the other, each unpacked when it is asked for; null for one that cannot be unpacked. */
  markups(): AsyncGenerator<{ readonly folder: string; readonly text: string | null }>;
  close(): void;
}

/**
 * Opens a zip of a stranger. Refuses with `BCF_INVALID` what is no zip, climbs out of its folder, claims too many
 * files or unpacks to too much; with `REPORT_TOO_LARGE` more topics than one import may have. Nothing is written to
 * the disk, and of all its files only the texts of topics are unpacked.
 */
export async function openBcf(path: string): Promise<BcfFiles> {
  const zip = await openPromise(path, { validateEntrySizes: true, autoClose: false }).catch(refuse);
  try {
    const entries = await list(zip);
    const markups = entries.filter(({ fileName }) => /^[^/]+\/markup\.bcf$/i.test(fileName));
    if (markups.length > limits.snag.bcf.topics)
      throw new AppError("REPORT_TOO_LARGE", { values: { n: limits.snag.bcf.topics } });
    const version = entries.find(({ fileName }) => fileName.toLowerCase() === "bcf.version");
    if (version === undefined) throw new AppError("BCF_INVALID");
    return {
      version: await read(zip, version).catch(refuse),
      close: () => zip.close(),
      async *markups() {
        for (const entry of markups)
          yield {
            folder: entry.fileName.slice(0, entry.fileName.indexOf("/")),
            text: await read(zip, entry).catch(() => null),
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

/** The directory of the zip; the library itself refuses paths that climb. */
async function list(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > ENTRIES) throw new AppError("BCF_INVALID");
  const entries: Entry[] = [];
  const names = new Set<string>();
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      // The same name twice: two readers would see two different files.
      if (names.has(name)) throw new Error("a name stands twice");
      names.add(name);
      if (!/\.(?:bcf|version)$/.test(name)) continue;
      bytes += entry.uncompressedSize;
      if (bytes > TEXT_BYTES) throw new Error("too much to unpack");
      entries.push(entry);
    }
  } catch (error) {
    refuse(error);
  }
  return entries;
}

async function read(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.isEncrypted() || entry.uncompressedSize > ENTRY_BYTES) throw new Error("cannot be unpacked");
  const bytes = await buffer(await zip.openReadStreamPromise(entry));
  return decode(bytes);
}

/** By its mark, as programs of Windows write it; else UTF-8. */
function decode(bytes: Buffer): string {
  const isWide =
    bytes.length >= 2 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  const encoding = !isWide ? "utf-8" : bytes[0] === 0xff ? "utf-16le" : "utf-16be";
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
