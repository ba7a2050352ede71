import { limits } from "#contract/limits.ts";
import type { AutodeskClient } from "#server/integrations/autodesk/autodesk-client.ts";
import type { OutsideEntry } from "#server/integrations/autodesk/data.ts";
import { OutsideFailure } from "#server/integrations/outside-failure.ts";
import type { SyncWarning } from "./syncs.ts";

/** Runs a call with a token of the requesting user. Each call gets its own token because a walk may outlive one. */
export type WithToken = <T>(work: (access: string) => Promise<T>) => Promise<T>;

export interface HubProject {
  readonly hub: string;
  readonly project: string;
}

export interface FolderWalk {
  readonly folders: number;
  readonly items: readonly OutsideEntry[];
  /** Folders that could not be read, and content beyond the limits. */
  readonly warnings: SyncWarning[];
}

export const notAll: SyncWarning = {
  title: "The sync is incomplete.",
  detail: "The sync took too long to read everything.",
};

/**
 * Walks the folders of a project, level by level. A folder that fails is skipped and reported; only the first read must
 * succeed. `onFolder` receives the number of folders read and stops the walk by returning false; the missing rest is
 * reported as well.
 */
export async function walkFolders(
  client: Pick<AutodeskClient, "topFolders" | "contents">,
  ask: WithToken,
  { hub, project }: HubProject,
  onFolder: (folders: number) => Promise<boolean> = async () => true,
): Promise<FolderWalk> {
  const top = await ask((access) => client.topFolders(access, hub, project));
  const items: OutsideEntry[] = [];
  const warnings = [...top.warnings];
  let folders = 0;
  let level = top.items.filter(({ kind }) => kind === "folder");
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= limits.autodesk.depth) {
      warnings.push({
        title: "Folders are nested too deeply.",
        detail: `Only ${limits.autodesk.depth} levels are synced.`,
      });
      break;
    }
    const next: OutsideEntry[] = [];
    for (const folder of level) {
      try {
        const told = await ask((access) => client.contents(access, project, folder.id));
        warnings.push(...told.warnings);
        for (const entry of told.items) (entry.kind === "folder" ? next : items).push(entry);
      } catch (error) {
        if (!(error instanceof OutsideFailure) || error.status === 401) throw error;
        warnings.push({ title: folder.name, detail: error.message });
      }
      folders += 1;
      if (!(await onFolder(folders))) {
        warnings.push(notAll);
        return { folders, items, warnings };
      }
      if (folders + items.length + next.length > limits.autodesk.entries) {
        warnings.push({
          title: "There are too many entries.",
          detail: `Only ${limits.autodesk.entries} entries are synced.`,
        });
        return { folders, items, warnings };
      }
    }
    level = next;
  }
  return { folders, items, warnings };
}
