import type { SearchHit } from "#contract/search.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** An entry used in the palette: a command by its id, or a result of the site as it was found. */
export interface Used {
  readonly id: string;
  readonly hit?: SearchHit;
}

const kept = 12;

/** Newest first. Invalid data, for example of another version, is ignored. */
export function recentlyUsed(): Used[] {
  try {
    const list: unknown = JSON.parse(recall(storageKeys.recentCommands) ?? "[]");
    return Array.isArray(list) ? list.filter(isUsed) : [];
  } catch {
    return [];
  }
}

export function rememberUsed(used: Used): void {
  const others = recentlyUsed().filter(({ id }) => id !== used.id);
  remember(storageKeys.recentCommands, JSON.stringify([used, ...others].slice(0, kept)));
}

function isUsed(value: unknown): value is Used {
  if (typeof value !== "object" || value === null) return false;
  const { id, hit } = value as Partial<Used>;
  return (
    typeof id === "string" &&
    (hit === undefined || (typeof hit.title === "string" && typeof hit.url === "string"))
  );
}
