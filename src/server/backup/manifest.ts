import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { writeDurably } from "#server/platform/postgres/durable-file.ts";
import { BackupRefused } from "./refused.ts";

/**
 * One backup is a folder: `files/` (the database, the key), `objects.list` (a line for each object, whose bytes are in
 * the pool under their hash), `manifest.json` (a description, with size and hash of all files) and `manifest.sha256`.
 */
export const names = {
  files: "files",
  list: "objects.list",
  manifest: "manifest.json",
  seal: "manifest.sha256",
} as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Relative to the data folder, with slashes, never outside it. */
const path = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\\0]+$/);

const manifestSchema = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** Version of the product that created it. */
  product: z.string(),
  /** The newest migration of the database; null without the database. */
  schema: z.string().nullable(),
  /** PostgreSQL version of the database's files, such as 18.4; null without the database. */
  postgres: z.string().nullable(),
  platform: z.string(),
  /** Distinguishes backups of one installation from those of another; derived from its key without revealing it. */
  installation: z.string(),
  /** Parts of this installation that the backup does not contain: to be backed up by other means. */
  without: z.array(z.enum(["database", "objects", "key"])),
  folders: z.array(path),
  files: z.array(z.object({ path, bytes: z.number(), sha256 })),
  list: z.object({ objects: z.number(), bytes: z.number(), sha256 }),
});
export type Manifest = z.output<typeof manifestSchema>;

/** One object of the list. */
export interface Listed {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Last modification, in milliseconds since the epoch. */
  readonly modified: number;
}

const lineSchema = z.tuple([path, z.number(), sha256, z.number()]);

/** Writes the manifest, and then its hash: a backup without the hash is not complete. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeDurably(join(folder, names.manifest), text, 0o600);
  await writeDurably(join(folder, names.seal), `${sealOf(text)}  ${names.manifest}\n`, 0o600);
}

const sealOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** @throws BackupRefused when it differs from what was written */
export async function readManifest(folder: string): Promise<Manifest> {
  const damaged = (reason: string) =>
    new BackupRefused(`${join(folder, names.manifest)} is damaged: ${reason}.`);
  const [text, seal] = await Promise.all(
    [names.manifest, names.seal].map((name) => readFile(join(folder, name), "utf8").catch(() => "")),
  );
  if (text === undefined || text === "") throw damaged("it is missing or empty");
  if (seal?.split(" ")[0] !== sealOf(text)) throw damaged(`it does not match ${names.seal}`);
  const read = manifestSchema.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  throw new BackupRefused(`${folder} was created by a version of Sitewalk that this version cannot read.`);
}

/** Writes the list of objects line by line; returns its entry for the manifest. */
export async function writeList(folder: string, objects: Iterable<Listed>): Promise<Manifest["list"]> {
  const hash = createHash("sha256");
  const file = await open(join(folder, names.list), "wx", 0o600);
  const count = { objects: 0, bytes: 0 };
  let lines = "";
  const flush = async () => {
    hash.update(lines);
    await file.appendFile(lines);
    lines = "";
  };
  try {
    for (const object of objects) {
      lines += `${JSON.stringify([object.path, object.bytes, object.sha256, object.modified])}\n`;
      count.objects += 1;
      count.bytes += object.bytes;
      if (lines.length > 1 << 20) await flush();
    }
    await flush();
    await file.sync();
  } finally {
    await file.close();
  }
  return { ...count, sha256: hash.digest("hex") };
}

/** The objects of the list. Invalid lines, from a damaged file, are skipped: the hash reveals them. */
export async function* readList(folder: string): AsyncGenerator<Listed> {
  const lines = createInterface({ input: createReadStream(join(folder, names.list), "utf8") });
  for await (const line of lines) {
    const read = lineSchema.safeParse(parsed(line));
    if (!read.success) continue;
    const [path, bytes, sha256, modified] = read.data;
    yield { path, bytes, sha256, modified };
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
