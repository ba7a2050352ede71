import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";

const DESCRIPTORS = "/proc/self/fd";
/** Numbers of the first descriptors after stdin, stdout and stderr. */
const FIRST = 3;

/**
 * Folder names for the database's user. Under root the checkout may be in a folder that this user cannot enter (/root
 * is 0700): the database's own folders are then opened and passed on as descriptors, because `/proc/self/fd/3` leads to
 * the folder without passing its parents. PostgreSQL works relative to its data folder and keeps inherited descriptors
 * in all its processes.
 */
export interface InheritedFolders {
  /** Names for the folders, in the order given. */
  names: string[];
  /** To be appended to the child's first three. */
  stdio: number[];
  close(): Promise<void>;
}

/** @param closed whether a parent folder is closed to the database's user */
export async function inheritFolders(folders: readonly string[], closed: boolean): Promise<InheritedFolders> {
  if (!closed) return { names: [...folders], stdio: [], close: async () => undefined };
  const handles: FileHandle[] = [];
  for (const folder of folders) handles.push(await open(folder, "r"));
  return {
    names: handles.map((_, index) => join(DESCRIPTORS, String(FIRST + index))),
    stdio: handles.map((handle) => handle.fd),
    async close() {
      for (const handle of handles) await handle.close();
    },
  };
}

/** True for a folder's name that is valid only within the server. */
export function isInherited(folder: string): boolean {
  return folder.startsWith(`${DESCRIPTORS}/`);
}
