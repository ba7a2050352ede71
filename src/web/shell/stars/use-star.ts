import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/client.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useText } from "#web/lib/use-text.ts";

/** What can be starred. */
export type StarKind = "projects" | "visits" | "videos" | "cameras" | "messages";

interface Kind {
  /** The first word of the keys under which its lists are kept. */
  readonly root: string;
  readonly one: (id: number, starred: boolean) => Promise<unknown>;
  readonly many?: (ids: number[], starred: boolean) => Promise<unknown>;
}

const quiet = { toast: false } as const;

const kinds: Readonly<Record<StarKind, Kind>> = {
  projects: {
    root: "projects",
    one: (id_project, starred) => call("PUT /api/projects/star", { body: { id_project, starred } }, quiet),
    many: (project_ids, starred) =>
      call("PUT /api/projects/bulk-star", { body: { project_ids, starred: starred ? 1 : 0 } }, quiet),
  },
  visits: {
    root: "visits",
    one: (id_visit, starred) => call("PUT /api/visits/star", { body: { id_visit, starred } }, quiet),
  },
  videos: {
    root: "videos",
    one: (id_video, starred) => call("PUT /api/three60videos/star", { body: { id_video, starred } }, quiet),
    many: (video_ids, starred) =>
      call("PUT /api/three60videos/bulk-star", { body: { video_ids, starred } }, quiet),
  },
  cameras: {
    root: "cameras",
    one: (id_camera, starred) => call("PUT /api/cctv-cameras/star", { body: { id_camera, starred } }, quiet),
    many: (camera_ids, starred) =>
      call("PUT /api/cctv-cameras/bulk-star", { body: { camera_ids, starred } }, quiet),
  },
  messages: {
    root: "inbox",
    one: (id, starred) => call("PUT /api/messages/star/{id}", { params: { id }, body: { starred } }, quiet),
  },
};

/** Whichever list or page shows one of them, as the server gave it: a record, a list of records, or a page of them. */
function changed(data: unknown, ids: readonly number[], starred: boolean): unknown {
  if (Array.isArray(data)) return data.map((one) => changed(one, ids, starred));
  if (typeof data !== "object" || data === null) return data;
  if ("items" in data) return { ...data, items: changed(data.items, ids, starred) };
  return "starred" in data && "id" in data && ids.some((id) => id === data.id) ? { ...data, starred } : data;
}

/** The list of what is starred, without those that are not any more. */
function withoutThem(data: SavedList | undefined, ids: readonly number[]): SavedList | undefined {
  if (data === undefined) return undefined;
  const items = data.items.filter(({ id }) => !ids.includes(id));
  return { ...data, items, total: data.total - (data.items.length - items.length) };
}

interface SavedList {
  readonly items: readonly { readonly id: number }[];
  readonly total: number;
}

/** The key of the list of what somebody has starred. */
export const savedKey = (kind: StarKind) => [kinds[kind].root, "saved"];

function show(client: QueryClient, kind: StarKind, ids: readonly number[], starred: boolean): void {
  client.setQueriesData<unknown>({ queryKey: [kinds[kind].root] }, (data: unknown) =>
    changed(data, ids, starred),
  );
  if (!starred)
    client.setQueriesData<SavedList>({ queryKey: savedKey(kind) }, (data) => withoutThem(data, ids));
}

export interface Starring {
  readonly ids: readonly number[];
  readonly starred: boolean;
}

/** Stars things for oneself, or takes the stars away: shown at once everywhere, taken back and said when refused. */
export function useStar(kind: StarKind) {
  const t = useText();
  const client = useQueryClient();
  const { root, one, many } = kinds[kind];
  return useMutation({
    mutationFn: async ({ ids, starred }: Starring) => {
      if (many !== undefined && ids.length > 1) await many([...ids], starred);
      else await Promise.all(ids.map((id) => one(id, starred)));
    },
    onMutate: async ({ ids, starred }) => {
      await client.cancelQueries({ queryKey: [root] });
      const before = client.getQueriesData({ queryKey: [root] });
      show(client, kind, ids, starred);
      return before;
    },
    onError: (error, _, before = []) => {
      for (const [key, data] of before) client.setQueryData(key, data);
      showFailure(error, t);
    },
    onSettled: () =>
      Promise.all(
        [savedKey(kind), kind === "messages" ? [root] : [root, "list"]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
