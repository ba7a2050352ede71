import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const page = `<!doctype html><html lang="{{LANG}}"><head><title>{{TITLE}}</title>{{HEAD}}</head><body>{{PLAIN}}{{BOOT}}</body></html>`;

/** A web root with one script, for tests of how pages are served. */
export async function webRoot(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-web-"));
  await mkdir(join(folder, "assets"));
  for (const name of ["index", "door", "viewer", "video", "live", "cctv"])
    await writeFile(join(folder, `${name}.html`), page);
  await writeFile(join(folder, "assets/main-abc123.js"), "export {};");
  await writeFile(join(folder, "secret.txt"), "beside the assets");
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
