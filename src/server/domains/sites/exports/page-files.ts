import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** A file of the page that shows an export without a server. */
export interface PageFile {
  /** Path within the zip. */
  readonly path: string;
  open(): Readable;
}

/**
 * The page as the build left it in `<webRoot>/offline`: `index.html` at the top of the zip, everything else under
 * `assets`. Empty where the web app has not been built: pictures and tables are useful without it.
 */
export async function readPageFiles(webRoot: string): Promise<PageFile[]> {
  const folder = join(webRoot, "offline");
  const names = await readdir(folder).catch((): string[] => []);
  return names.map((name) => ({
    path: name === "index.html" ? name : `assets/${name}`,
    open: () => createReadStream(join(folder, name)),
  }));
}
