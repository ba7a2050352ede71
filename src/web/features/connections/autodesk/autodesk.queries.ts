import { type QueryClient, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AutodeskManifest, AutodeskSync } from "#contract/autodesk.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { adskKeys } from "./autodesk.keys.ts";
import { connected } from "./connection.ts";

/** Retries an external service once; its client has already retried before it failed. */
const again = {
  retry: (failures: number, error: unknown) =>
    failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
} as const;

export function useHubs() {
  const client = useQueryClient();
  return useQuery({
    queryKey: adskKeys.hubs,
    queryFn: ({ signal }) => connected(client, call("GET /api/autodesk/hubs", {}, { signal })),
    ...again,
  });
}

export function useProjects(hub: string, unlinked: boolean, isWanted = true) {
  const client = useQueryClient();
  return useQuery({
    queryKey: adskKeys.projectsOf(hub, unlinked),
    enabled: isWanted,
    queryFn: ({ signal }) =>
      connected(
        client,
        call(
          "GET /api/autodesk/hubs/{hub}/projects",
          { params: { hub }, query: unlinked ? { exclude_existing: 1 } : {} },
          { signal },
        ),
      ),
    ...again,
  });
}

function folderQuery(client: QueryClient, hub: string, project: string, folder: string | null) {
  return {
    queryKey: adskKeys.folder(hub, project, folder),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      connected(
        client,
        folder === null
          ? call(
              "GET /api/autodesk/hubs/{hub}/projects/{project}/folders",
              { params: { hub, project } },
              { signal },
            )
          : call(
              "GET /api/autodesk/hubs/{hub}/projects/{project}/folders/{folder}/contents",
              { params: { hub, project, folder } },
              { signal },
            ),
      ),
    ...again,
  };
}

/** Content of a folder; for a project, its top-level folders. */
export function useFolder(hub: string, project: string, folder: string | null) {
  return useQuery(folderQuery(useQueryClient(), hub, project, folder));
}

/** Names of the folders from the top down, as listed by their parent folders; null while unknown. */
export function useFolderNames(hub: string, project: string, folders: readonly string[]) {
  const client = useQueryClient();
  return useQueries({
    queries: folders.map((_, depth) => folderQuery(client, hub, project, folders[depth - 1] ?? null)),
    combine: (above) =>
      above.map(({ data }, depth) => data?.items.find(({ id }) => id === folders[depth])?.name ?? null),
  });
}

export function useVersions(project: string, item: string | null) {
  const client = useQueryClient();
  return useQuery({
    queryKey: adskKeys.versions(project, item ?? ""),
    enabled: item !== null,
    queryFn: ({ signal }) =>
      connected(
        client,
        call(
          "GET /api/autodesk/projects/{project}/items/{item}/versions",
          { params: { project, item: item ?? "" } },
          { signal },
        ),
      ),
    ...again,
  });
}

export function useDrawings(hub: string, project: string, isWanted = true) {
  const client = useQueryClient();
  return useQuery({
    queryKey: adskKeys.sheets(project),
    enabled: isWanted,
    queryFn: ({ signal }) =>
      connected(
        client,
        call(
          "GET /api/autodesk/projects/{project}/sheets",
          { params: { project }, query: { hub } },
          { signal },
        ),
      ),
    ...again,
  });
}

/** Milliseconds between two polls of a model that is being processed. */
const manifestPoll = 3000;

export const isBeingMade = (manifest: AutodeskManifest | undefined): boolean =>
  manifest?.status === "pending" || manifest?.status === "inprogress";

/** `region`: where the model is stored; null while unknown, which disables the query. */
export function useManifest(urn: string, region: string | null) {
  const client = useQueryClient();
  return useQuery({
    queryKey: adskKeys.manifest(urn),
    enabled: region !== null,
    queryFn: ({ signal }) =>
      connected(
        client,
        call(
          "GET /api/autodesk/models/manifest",
          { query: { urn, ...(region !== null && region !== "" && { region }) } },
          { signal },
        ),
      ),
    refetchInterval: ({ state }) => (isBeingMade(state.data) ? manifestPoll : false),
    ...again,
  });
}

/** Links of the visible projects; stored here, so they are available without a connection to Autodesk. */
export function useLinks(isWanted = true) {
  return useQuery({
    queryKey: adskKeys.links,
    enabled: isWanted,
    queryFn: ({ signal }) => call("GET /api/autodesk/links", {}, { signal }),
  });
}

/** Milliseconds between two polls of a running sync. */
const syncPoll = 2000;

export const isRunning = ({ state }: AutodeskSync): boolean => state === "waiting" || state === "running";

export function useSyncs(isWanted = true) {
  return useQuery({
    queryKey: adskKeys.syncs,
    enabled: isWanted,
    queryFn: ({ signal }) => call("GET /api/autodesk/syncs", {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.some((sync) => isRunning(sync)) ? syncPoll : false),
  });
}
