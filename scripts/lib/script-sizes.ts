import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

export interface ScriptSize {
  readonly files: number;
  /** Bytes, each file compressed separately at the highest level. */
  readonly gzip: number;
  readonly brotli: number;
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The application is one build, the sign-in pages another, the guest pages a third, the page of a
 * crew's link a fourth; each has its own manifest. */
export const manifests = {
  application: ".vite/manifest.json",
  doors: ".vite/door.json",
  public: ".vite/public.json",
  answer: ".vite/answer.json",
} as const;

/** All modules that the browser must run before these: their static imports, once each. */
export async function staticClosure(
  web: string,
  entries: readonly string[],
  manifestName: string = manifests.application,
): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(web, manifestName), "utf8")) as Record<string, Chunk>;
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is not in the build.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  entries.forEach(add);
  return [...files].filter((file) => file.endsWith(".js"));
}

export async function sizeOf(web: string, files: readonly string[]): Promise<ScriptSize> {
  const bodies = await Promise.all(files.map((file) => readFile(join(web, file))));
  const total = (of: (body: Buffer) => Buffer) => bodies.reduce((sum, body) => sum + of(body).length, 0);
  return {
    files: files.length,
    gzip: total((body) => gzipSync(body, { level: 9 })),
    brotli: total((body) => brotliCompressSync(body)),
  };
}
