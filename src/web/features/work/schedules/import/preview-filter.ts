import type { SchedulePreview, ScheduleTask } from "#contract/schedules.ts";

export const previewKinds = ["added", "changed", "removed", "warnings"] as const;
export type PreviewKind = (typeof previewKinds)[number];

/** One line of an import's effects. */
export type PreviewLine =
  | { readonly kind: "added"; readonly item: SchedulePreview["added"][number] }
  | { readonly kind: "changed"; readonly item: SchedulePreview["changed"][number] }
  | { readonly kind: "removed"; readonly item: SchedulePreview["removed"][number] }
  | { readonly kind: "warnings"; readonly item: SchedulePreview["warnings"][number] };

/** Warnings first, then removed, changed and added tasks: by descending severity. */
export function linesOf(
  { added, changed, removed, warnings }: SchedulePreview,
  kind: PreviewKind | "all",
  search: string,
): PreviewLine[] {
  const lines: PreviewLine[] = [
    ...warnings.map((item) => ({ kind: "warnings", item }) as const),
    ...removed.map((item) => ({ kind: "removed", item }) as const),
    ...changed.map((item) => ({ kind: "changed", item }) as const),
    ...added.map((item) => ({ kind: "added", item }) as const),
  ];
  const sought = search.trim().toLocaleLowerCase();
  return lines.filter(
    (line) =>
      (kind === "all" || line.kind === kind) &&
      (sought === "" || wordsOf(line).toLocaleLowerCase().includes(sought)),
  );
}

const wordsOf = (line: PreviewLine): string =>
  line.kind === "warnings" ? line.item.detail : `${line.item.wbs} ${line.item.name}`;

export const countOf = (preview: SchedulePreview, kind: PreviewKind): number => preview[kind].length;

export const isSame = ({ added, changed, removed }: SchedulePreview): boolean =>
  added.length + changed.length + removed.length === 0;

/** Names of tasks by their numbers in the file, as far as they are known. */
export function namesOf(
  { added, changed, removed }: SchedulePreview,
  tasks: readonly Pick<ScheduleTask, "uid" | "name">[],
): ReadonlyMap<number, string> {
  return new Map([...removed, ...tasks, ...changed, ...added].map(({ uid, name }) => [uid, name]));
}

/** Replaces task numbers by names. */
export const withNames = (detail: string, names: ReadonlyMap<number, string>): string =>
  detail.replaceAll(/\d+/g, (uid) => names.get(Number(uid)) ?? uid);
