import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, quiet } from "#web/lib/client.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useText } from "#web/lib/use-text.ts";

/** Milliseconds in which a change of stars can be undone. */
export const undoTime = 10_000;

/** Kinds of records that can be starred. */
export type StarKind = "projects" | "visits" | "videos" | "cameras" | "messages";

const sends: Readonly<Record<StarKind, (id: number, starred: boolean) => Promise<unknown>>> = {
  projects: (id_project, starred) => call("PUT /api/projects/star", { body: { id_project, starred } }, quiet),
  visits: (id_visit, starred) => call("PUT /api/visits/star", { body: { id_visit, starred } }, quiet),
  videos: (id_video, starred) => call("PUT /api/three60videos/star", { body: { id_video, starred } }, quiet),
  cameras: (id_camera, starred) =>
    call("PUT /api/cctv-cameras/star", { body: { id_camera, starred } }, quiet),
  messages: (id, starred) =>
    call("PUT /api/messages/star/{id}", { params: { id }, body: { starred } }, quiet),
};

/** The first segment of the query keys of a kind's lists. */
const rootOf = (kind: StarKind) => (kind === "messages" ? "inbox" : kind);

/** Updates any cached response that contains one of them: a record, a list of records, or a page of them. */
function changed(data: unknown, ids: readonly number[], starred: boolean): unknown {
  if (Array.isArray(data)) return data.map((one) => changed(one, ids, starred));
  if (typeof data !== "object" || data === null) return data;
  if ("items" in data) return { ...data, items: changed(data.items, ids, starred) };
  return "starred" in data && "id" in data && ids.some((id) => id === data.id) ? { ...data, starred } : data;
}

interface SavedList {
  readonly items: readonly { readonly id: number }[];
  readonly total: number;
}

/** The key of the list of the user's starred records. */
export const savedKey = (kind: StarKind) => [rootOf(kind), "saved"];

function show(client: QueryClient, kind: StarKind, ids: readonly number[], starred: boolean): void {
  client.setQueriesData<unknown>({ queryKey: [rootOf(kind)] }, (data: unknown) =>
    changed(data, ids, starred),
  );
  if (!starred)
    client.setQueriesData<SavedList>(
      { queryKey: savedKey(kind) },
      (page) =>
        page && {
          items: page.items.filter(({ id }) => !ids.includes(id)),
          total: Math.max(0, page.total - ids.length),
        },
    );
}

export interface Starring {
  readonly ids: readonly number[];
  readonly starred: boolean;
}

/** One call for many records of a kind that has such a call. */
export type StarMany = (ids: number[], starred: boolean) => Promise<unknown>;

/** Stars or unstars records for the user: shown at once everywhere, reverted and reported when refused. */
export function useStar(kind: StarKind, many?: StarMany) {
  const t = useText();
  const client = useQueryClient();
  const root = rootOf(kind);
  return useMutation({
    mutationFn: async ({ ids, starred }: Starring) => {
      if (many !== undefined && ids.length > 1) await many([...ids], starred);
      else await Promise.all(ids.map((id) => sends[kind](id, starred)));
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
        [savedKey(kind), root === "inbox" ? [root] : [root, "list"]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
