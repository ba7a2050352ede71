import { pathOf, type SearchType, things } from "#contract/kinds.ts";
import type { SearchHit } from "#contract/search.ts";

/** A result row with the data of its project. */
export interface FoundItem {
  readonly kind: SearchType;
  readonly id: number;
  readonly title: string;
  /** The title, normalised. */
  readonly sort: string;
  readonly code: string;
  readonly project_name: string;
  readonly project_location: string;
}

export function toHit(item: Omit<FoundItem, "sort">): SearchHit {
  const { id, kind, title, code } = item;
  const { page, icon } = things[kind].found;
  return {
    id,
    type: kind,
    title,
    code,
    url: pathOf(page, item),
    icon,
    context: kind === "project" ? item.project_location : item.project_name,
  };
}
