import { chmod, copyFile, link, mkdir, open, readdir, readFile, stat, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

import { openFolder } from "./layout.ts";

interface PackagedLink {
  source: string;
  target: string;
}

/**
 * Makes `to` a usable twin of the package's `native` folder: hard links where the file system allows (no space,
 * 0.1 s), copies elsewhere, and the symbolic links of libraries from the package's own list.
 */
export async function replicate(native: string, to: string): Promise<void> {
  await openFolder(dirname(to));
  await copyTree(native, to);
  for (const { source, target } of await packagedLinks(native)) {
    // the list's paths begin with "native/"
    const name = join(to, relative("native", target));
    await symlink(relative(dirname(target), source), name);
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isFile()) await linkOrCopy(source, target);
  }
}

async function linkOrCopy(source: string, target: string): Promise<void> {
  const mode = (await stat(source)).mode & 0o111 ? 0o755 : 0o644;
  // A twin shares its mode with the original, which must not be changed (npm under umask 077).
  const readable = ((await stat(source)).mode & mode & 0o005) === (mode & 0o005);
  if (
    readable &&
    (await link(source, target).then(
      () => true,
      () => false,
    ))
  )
    return;
  await copyFile(source, target);
  await chmod(target, mode);
  const copy = await open(target, "r+");
  try {
    await copy.sync();
  } finally {
    await copy.close();
  }
}

async function packagedLinks(native: string): Promise<PackagedLink[]> {
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  return JSON.parse(text) as PackagedLink[];
}
