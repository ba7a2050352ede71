import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Camera } from "#contract/cctv.ts";
import type { Message } from "#contract/messages.ts";
import type { Project } from "#contract/projects.ts";
import type { Video } from "#contract/videos.ts";
import type { VisitRow } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";

/** What can be starred, by its kind. */
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

/** What is asked of every list. */
interface Wanted {
  readonly starred: 1;
  readonly page: number;
  readonly per_page: number;
}

type Ask<K extends SavedKind> = (
  query: Wanted,
  options: { signal: AbortSignal; toast: false },
) => Promise<SavedPage<K>>;

const lists: { readonly [K in SavedKind]: Ask<K> } = {
  projects: (query, options) => call("GET /api/projects", { query: { ...query, sort: "name" } }, options),
  visits: (query, options) => call("GET /api/visits", { query: { ...query, sort: "date" } }, options),
  videos: (query, options) => call("GET /api/three60videos", { query: { ...query, sort: "date" } }, options),
  cameras: (query, options) => call("GET /api/cctv-cameras", { query: { ...query, sort: "name" } }, options),
  // Of what came and what was sent, which pages of a list do not mix.
  async messages({ starred, page, per_page }, options) {
    const { message } = await call("GET /api/messages", { query: { starred, all_messages: 1 } }, options);
    const all = Array.isArray(message) ? message : message.data;
    return { items: all.slice((page - 1) * per_page, page * per_page), total: all.length };
  },
};

const stars: Readonly<Record<SavedKind, (id: number, starred: boolean) => Promise<unknown>>> = {
  projects: (id_project, starred) =>
    call("PUT /api/projects/star", { body: { id_project, starred } }, { toast: false }),
  visits: (id_visit, starred) =>
    call("PUT /api/visits/star", { body: { id_visit, starred } }, { toast: false }),
  videos: (id_video, starred) =>
    call("PUT /api/three60videos/star", { body: { id_video, starred } }, { toast: false }),
  cameras: (id_camera, starred) =>
    call("PUT /api/cctv-cameras/star", { body: { id_camera, starred } }, { toast: false }),
  messages: (id, starred) =>
    call("PUT /api/messages/star/{id}", { params: { id }, body: { starred } }, { toast: false }),
};

/** Under which the other lists of the kind are kept, so that whatever refreshes those refreshes these. */
const roots: Readonly<Record<SavedKind, string>> = {
  projects: "projects",
  visits: "visits",
  videos: "videos",
  cameras: "cameras",
  messages: "inbox",
};
const key = (kind: SavedKind, page?: number) => [roots[kind], "saved", ...(page === undefined ? [] : [page])];

export function useSaved<K extends SavedKind>(kind: K, page: number) {
  return useQuery({
    queryKey: key(kind, page),
    queryFn: ({ signal }): Promise<SavedPage<K>> =>
      lists[kind]({ starred: 1, page, per_page: savedPerPage }, { signal, toast: false }),
    placeholderData: keepPreviousData,
  });
}

/** Takes a thing off its list at once, and puts it back when the server refuses or the person thinks better of it. */
export function useStarSaved(kind: SavedKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, starred }: { id: number; starred: boolean }) => stars[kind](id, starred),
    onMutate: async ({ id, starred }) => {
      await client.cancelQueries({ queryKey: key(kind) });
      const before = client.getQueriesData<SavedPage>({ queryKey: key(kind) });
      if (!starred)
        client.setQueriesData<SavedPage>(
          { queryKey: key(kind) },
          (page) =>
            page && {
              items: page.items.filter((item) => item.id !== id),
              total: Math.max(0, page.total - 1),
            },
        );
      return before;
    },
    onError: (_, __, before) => {
      for (const [place, page] of before ?? []) client.setQueryData(place, page);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [roots[kind]] }),
  });
}
