import type { ProjectActivity } from "#contract/projects.ts";

/** Entries that are told as one: the newest, and how many there are with it. */
export interface ActivityGroup {
  readonly entry: ProjectActivity;
  /** All of them, newest first; of one alone mostly. */
  readonly entries: readonly ProjectActivity[];
}

/** What comes by the dozen, told once. */
const gathered = new Set(["room.created", "room.changed", "room.deleted", "progress.told"]);

/** Neighbours of the same person, deed and day are one: thirty rooms of a visit do not hide what else was done. */
export function groupActivity(
  entries: readonly ProjectActivity[],
  dayOf: (instant: string) => string,
): ActivityGroup[] {
  const groups: { entry: ProjectActivity; entries: ProjectActivity[] }[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const isSame =
      last !== undefined &&
      gathered.has(entry.action) &&
      last.entry.action === entry.action &&
      last.entry.who?.id_user === entry.who?.id_user &&
      dayOf(last.entry.created_at) === dayOf(entry.created_at);
    if (isSame) last.entries.push(entry);
    else groups.push({ entry, entries: [entry] });
  }
  return groups;
}
