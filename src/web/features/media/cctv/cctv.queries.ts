import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Camera, Still } from "#contract/cctv.ts";
import type { CameraState, cameraSorts, periods } from "#contract/choices.ts";
import { call, type Output } from "#web/lib/client.ts";

export type CameraSort = (typeof cameraSorts)[number];
export type Period = (typeof periods)[number];
export type CameraPage = Output<"GET /api/cctv-cameras">;
export type Health = Output<"GET /api/cctv-cameras/{id}/health">;

export interface CameraFilter {
  readonly search?: string;
  readonly project?: number | null;
  readonly state?: CameraState | null;
  readonly starred?: boolean;
  readonly sort?: CameraSort;
  readonly page?: number;
  readonly perPage?: number;
}

export const cameraKeys = {
  all: ["cameras"],
  lists: ["cameras", "list"],
  list: (filter: CameraFilter) => ["cameras", "list", filter],
  ones: ["cameras", "one"],
  one: (id: number | string) => ["cameras", "one", String(id)],
  playback: (id: number) => ["cameras", "playback", id],
  health: (id: number, period: Period) => ["cameras", "health", id, period],
  stills: (id: number) => ["cameras", "stills", id],
  films: (id: number) => ["cameras", "films", id],
} as const;

export const camerasPerPage = 24;
/** Milliseconds between two polls of a displayed list; real time is only the faster way. */
const lookAgain = 60_000;

export function useCameras(filter: CameraFilter, isEnabled = true) {
  return useQuery({
    queryKey: cameraKeys.list(filter),
    enabled: isEnabled,
    queryFn: ({ signal }) => call("GET /api/cctv-cameras", { query: queryOf(filter) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgain,
  });
}

function queryOf({ search = "", project, state, starred, sort, page, perPage }: CameraFilter) {
  return {
    page: page ?? 1,
    per_page: perPage ?? camerasPerPage,
    sort: sort ?? "name",
    ...(search !== "" && { search }),
    ...(project !== undefined && project !== null && { id_project: project }),
    ...(state !== undefined && state !== null && { state }),
    ...(starred === true && { starred: 1 as const }),
  };
}

export function useCamera(id: string) {
  return useQuery({
    queryKey: cameraKeys.one(id),
    queryFn: ({ signal }) => call("GET /api/cctv-cameras/{id}", { params: { id } }, { signal }),
    refetchInterval: lookAgain,
  });
}

export function useHealth(id: number, period: Period) {
  return useQuery({
    queryKey: cameraKeys.health(id, period),
    queryFn: ({ signal }) =>
      call("GET /api/cctv-cameras/{id}/health", { params: { id }, query: { period } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useStillDays(id: number) {
  return useQuery({
    queryKey: [...cameraKeys.stills(id), "days"],
    queryFn: ({ signal }) => call("GET /api/cctv-cameras/{id}/stills/days", { params: { id } }, { signal }),
    select: ({ items }) => items,
  });
}

/** All pictures between two instants, oldest first. */
export function useStills(id: number, span: { readonly from: string; readonly to: string } | null) {
  return useQuery({
    queryKey: [...cameraKeys.stills(id), "span", span],
    enabled: span !== null,
    queryFn: async ({ signal }): Promise<readonly Still[]> => {
      const found: Still[] = [];
      for (let page = 1; ; page += 1) {
        const query = { page, per_page: 100, ...span };
        const { items, total } = await call(
          "GET /api/cctv-cameras/{id}/stills",
          { params: { id }, query },
          { signal },
        );
        found.push(...items);
        if (items.length === 0 || found.length >= total) return found.toReversed();
      }
    },
  });
}

/** Milliseconds between two polls of time-lapses in progress. */
const filmPoll = 2000;

export function useFilms(id: number) {
  return useQuery({
    queryKey: cameraKeys.films(id),
    queryFn: ({ signal }) => call("GET /api/cctv-cameras/{id}/timelapses", { params: { id } }, { signal }),
    select: ({ items }) => items,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ state: at }) => at === "waiting" || at === "making") === true
        ? filmPoll
        : false,
  });
}

/** Updates a camera in every cached list and page. */
export function keepCamera(client: QueryClient, camera: Camera): void {
  showCameras(client, (shown) => (shown.id === camera.id ? camera : shown));
}

export function showCameras(client: QueryClient, change: (camera: Camera) => Camera): void {
  client.setQueriesData<CameraPage>({ queryKey: cameraKeys.lists }, (page) =>
    page === undefined ? page : { ...page, items: page.items.map((camera) => change(camera)) },
  );
  client.setQueriesData<Camera>({ queryKey: cameraKeys.ones }, (camera) =>
    camera === undefined ? camera : change(camera),
  );
}

/** After a change of cameras: refetches lists, pages and the projects' own counts. */
export function useRefreshCameras() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: cameraKeys.all });
}
