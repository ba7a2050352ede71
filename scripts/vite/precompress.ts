import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Below this a second file saves nothing: it fits the first packet anyway. */
const worthwhile = 1024;

/**
 * Writes a `.br` and a `.gz` next to every text file of the build, once at the highest compression, for the server to
 * send.
 */
export function precompress(): Plugin {
  return {
    name: "sitewalk:precompress",
    apply: "build",
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const folder = join(dir, "assets");
      const names = (await readdir(folder)).filter((name) => /\.(?:js|css|svg|json)$/.test(name));
      await Promise.all(names.map((name) => compressFile(join(folder, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  // Names contain a hash: a compressed file stays valid, also when a second build adds to the folder.
  if (existsSync(`${path}.br`)) return;
  const bytes = await readFile(path);
  if (bytes.length < worthwhile) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
