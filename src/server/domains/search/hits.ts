import type { SearchHit, SearchType } from "#contract/search.ts";

/** A row of what was found, with what its project says beside it. */
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

/** Where each kind opens. */
const addresses: Readonly<Record<SearchType, (item: Pick<FoundItem, "id" | "code">) => string>> = {
  project: ({ id }) => `/project/${id}`,
  visit: ({ code }) => `/viewer/${encodeURIComponent(code)}`,
  video: ({ code }) => `/video/${encodeURIComponent(code)}`,
  camera: ({ code }) => `/cctv/${encodeURIComponent(code)}`,
  snag: ({ id }) => `/snags/${id}`,
};

/** Names of drawings, as the icon set calls them. */
const icons: Readonly<Record<SearchType, string>> = {
  project: "building-2",
  visit: "camera",
  video: "video",
  camera: "cctv",
  snag: "clipboard-list",
};

export function toHit(item: Omit<FoundItem, "sort">): SearchHit {
  const { id, kind, title, code } = item;
  return {
    id,
    type: kind,
    title,
    code,
    url: addresses[kind](item),
    icon: icons[kind],
    context: kind === "project" ? item.project_location : item.project_name,
  };
}
