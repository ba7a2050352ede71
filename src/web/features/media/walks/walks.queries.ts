import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type walks from "#i18n/en/media/walks.json";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { useProjectNews } from "#web/lib/use-project-news.ts";

declare module "#web/lib/text-keys.ts" {
  interface Texts {
    walks: Omit<typeof walks, "elsewhere">;
  }
  interface Elsewhere {
    walks: (typeof walks)["elsewhere"];
  }
}

const all = ["walks"] as const;
/** The path of a walk is large, and of no use without a connection: it is not kept on the device. */
const detail = ["search", "walks"] as const;
/** Poll interval while the server works on a walk, in milliseconds; real-time messages are only the faster way. */
const WORKING = 3000;
const works = (status: string | undefined) => status === "reading" || status === "making";

export const useWalks = (visit: number) =>
  useQuery({
    queryKey: [...all, visit],
    queryFn: ({ signal }) => call("GET /api/visits/{id}/walks", { params: { id: visit } }, { signal }),
    refetchInterval: (query) =>
      query.state.data?.items.some(({ status }) => works(status)) === true ? WORKING : false,
  });

export const useWalk = (visit: number, walk: number) =>
  useQuery({
    queryKey: [...detail, visit, walk],
    queryFn: ({ signal }) =>
      call("GET /api/visits/{id}/walks/{walk}", { params: { id: visit, walk } }, { signal }),
    refetchInterval: (query) => (works(query.state.data?.status) ? WORKING : false),
  });

export const useVisitOfWalks = (id: number) =>
  useQuery({
    queryKey: ["visits", "one", String(id)],
    queryFn: ({ signal }) => call("GET /api/visits/{id}", { params: { id } }, { signal }),
  });

/** The floor plans of the project that have an image. */
export const useWalkSheets = (project: number | undefined) =>
  useQuery({
    queryKey: ["sheets", "list", project],
    enabled: project !== undefined,
    queryFn: ({ signal }) => call("GET /api/maps", { query: { id_project: project ?? 0 } }, { signal }),
  });

/** Rooms on these floor plans, of all visits. */
export const useKnownRooms = (sheets: readonly number[]) =>
  useQuery({
    queryKey: ["search", "walks", "known rooms", ...sheets],
    enabled: sheets.length > 0,
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        sheets.map(async (id) => ({
          id,
          rooms: await call("GET /api/maps/{id}/rooms", { params: { id }, query: {} }, { signal }),
        })),
      );
      return lists.flatMap(({ id, rooms }) => rooms.map((room) => ({ ...room, id_sheet: id })));
    },
  });

/** Loads walks again when the server has made progress, or others changed them. */
export function useWalkNews(project: number | undefined): void {
  useProjectNews(project ?? null, ["walks-changed"], [all, detail]);
}

function useRefreshWalks() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: all }),
      client.invalidateQueries({ queryKey: detail }),
    ]);
}

export function useWalkChanges(visit: number) {
  const refresh = useRefreshWalks();
  const client = useQueryClient();
  const onSuccess = () => refresh();
  const params = (walk: number) => ({ id: visit, walk });
  return {
    addPhotos: useMutation({
      mutationFn: () => call("POST /api/visits/{id}/walks", { params: { id: visit }, body: {} }, quiet),
      onSuccess,
    }),
    stop: useMutation({
      mutationFn: (walk: number) =>
        call("POST /api/visits/{id}/walks/{walk}/stop", { params: params(walk) }, quiet),
      onSuccess,
    }),
    resume: useMutation({
      mutationFn: (walk: number) =>
        call("POST /api/visits/{id}/walks/{walk}/continue", { params: params(walk) }, quiet),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (walk: number) =>
        call("DELETE /api/visits/{id}/walks/{walk}", { params: params(walk) }, quiet),
      onSuccess,
    }),
    makeRooms: useMutation({
      mutationFn: ({ walk, ...body }: { walk: number } & Body<"POST /api/visits/{id}/walks/{walk}/rooms">) =>
        call("POST /api/visits/{id}/walks/{walk}/rooms", { params: params(walk), body }, quiet),
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: ["visits"] });
        return refresh();
      },
    }),
  };
}
