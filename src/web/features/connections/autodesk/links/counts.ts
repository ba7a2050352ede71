import type { AutodeskLink } from "#contract/autodesk.ts";
import type { Translate } from "#web/lib/use-text.ts";

/** Result of the last sync of a project: '12 folders · 340 files · 28 drawings'. */
export function countsText({ counts }: Pick<AutodeskLink, "counts">, t: Translate): string {
  const { folders, items, sheets } = counts;
  const text = (key: "folders" | "items" | "sheets", count: number) =>
    t(`autodesk.links.counts.${key}`, { count });
  return [text("folders", folders), text("items", items), text("sheets", sheets)].join(" · ");
}
