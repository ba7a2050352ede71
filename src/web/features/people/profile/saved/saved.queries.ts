import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Camera } from "#contract/cctv.ts";
import type { Message } from "#contract/messages.ts";
import type { Project } from "#contract/projects.ts";
import type { Video } from "#contract/videos.ts";
import type { VisitRow } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";
import { savedKey } from "#web/shell/stars/use-star.ts";

/** Starred items, by kind. */
export interface SavedThings {
  readonly projects: Project;
  readonly visits: VisitRow;
  readonly videos: Video;
  readonly cameras: Camera;
  readonly messages: Message;
}
export type SavedKind = keyof SavedThings;
export const savedKinds = [
  "projects",
  "visits",
  "videos",
  "cameras",
  "messages",
] as const satisfies SavedKind[];

export const savedPerPage = 24;

export interface SavedPage<K extends SavedKind = SavedKind> {
  readonly items: readonly SavedThings[K][];
  readonly total: number;
}

/** Parameters of every list. */
interface Wanted {
  readonly starred: 1;
  readonly page: number;
  readonly per_page: number;
}

type Ask<K extends SavedKind> = (query: Wanted, options: { signal: AbortSignal }) => Promise<SavedPage<K>>;

const lists: { readonly [K in SavedKind]: Ask<K> } = {
  projects: (query, options) => call("GET /api/projects", { query: { ...query, sort: "name" } }, options),
  visits: (query, options) => call("GET /api/visits", { query: { ...query, sort: "date" } }, options),
  videos: (query, options) => call("GET /api/three60videos", { query: { ...query, sort: "date" } }, options),
  cameras: (query, options) => call("GET /api/cctv-cameras", { query: { ...query, sort: "name" } }, options),
  // Merges received and sent messages, which the pages of a list do not mix.
  async messages({ starred, page, per_page }, options) {
    const { message } = await call("GET /api/messages", { query: { starred, all_messages: 1 } }, options);
    const all = Array.isArray(message) ? message : message.data;
    return { items: all.slice((page - 1) * per_page, page * per_page), total: all.length };
  },
};

export function useSaved<K extends SavedKind>(kind: K, page: number) {
  return useQuery({
    queryKey: [...savedKey(kind), page],
    queryFn: ({ signal }): Promise<SavedPage<K>> =>
      lists[kind]({ starred: 1, page, per_page: savedPerPage }, { signal }),
    placeholderData: keepPreviousData,
  });
}
