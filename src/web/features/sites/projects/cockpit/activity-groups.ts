import type { ProjectActivity } from "#contract/projects.ts";

/** Entries that are shown as one: the newest, and the number of all. */
export interface ActivityGroup {
  readonly entry: ProjectActivity;
  /** All of them, newest first; usually a single one. */
  readonly entries: readonly ProjectActivity[];
}

/** Frequent actions, which are grouped. */
const gathered = new Set([
  ...["room", "photo"].flatMap((kind) => [`${kind}.created`, `${kind}.changed`, `${kind}.deleted`]),
  "progress.told",
]);

/** Groups adjacent entries with the same user, action and day: thirty rooms of a visit do not hide other actions. */
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
