import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, type Output } from "#web/lib/client.ts";

/** Kinds of things that can be starred. */
export const savedKinds = ["projects", "visits"] as const;
export type SavedKind = (typeof savedKinds)[number];

export const savedPerPage = 24;

// Beside the other lists of their kind, so that whatever refreshes those refreshes these.
const key = (kind: SavedKind, page?: number) => [
  kind,
  "list",
  "saved",
  ...(page === undefined ? [] : [page]),
];

export function useSavedProjects(page: number) {
  return useQuery({
    queryKey: key("projects", page),
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects",
        { query: { starred: 1, sort: "name", page, per_page: savedPerPage } },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
  });
}

export function useSavedVisits(page: number) {
  return useQuery({
    queryKey: key("visits", page),
    queryFn: ({ signal }) =>
      call(
        "GET /api/visits",
        { query: { starred: 1, sort: "date", page, per_page: savedPerPage } },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
  });
}

type SavedPage = Output<"GET /api/projects"> | Output<"GET /api/visits">;

const star = (kind: SavedKind, id: number, starred: boolean): Promise<unknown> =>
  kind === "projects"
    ? call("PUT /api/projects/star", { body: { id_project: id, starred } }, { toast: false })
    : call("PUT /api/visits/star", { body: { id_visit: id, starred } }, { toast: false });

/** Takes a thing off its list at once, and puts it back when the server refuses or the person thinks better of it. */
export function useStarSaved(kind: SavedKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, starred }: { id: number; starred: boolean }) => star(kind, id, starred),
    onMutate: async ({ id, starred }) => {
      await client.cancelQueries({ queryKey: key(kind) });
      const before = client.getQueriesData<SavedPage>({ queryKey: key(kind) });
      if (!starred)
        client.setQueriesData<SavedPage>({ queryKey: key(kind) }, (page) =>
          page === undefined
            ? page
            : ({
                ...page,
                items: page.items.filter((item) => item.id !== id),
                total: page.total - 1,
              } as SavedPage),
        );
      return before;
    },
    onError: (_, __, before) => {
      for (const [place, page] of before ?? []) client.setQueryData(place, page);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [kind] }),
  });
}
