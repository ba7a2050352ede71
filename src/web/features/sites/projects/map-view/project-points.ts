import { useQuery } from "@tanstack/react-query";
import type { ProjectPoint } from "#contract/projects.ts";
import { call } from "#web/lib/client.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import type { Location } from "#web/ui/map/map-part.ts";
import { narrowingQuery, type ProjectNarrowing, projectKeys } from "../projects.queries.ts";

/** Loads the filtered projects that have a location. */
export function useProjectPoints(filter: ProjectNarrowing) {
  const query = narrowingQuery(filter);
  return useQuery({
    queryKey: [...projectKeys.all, "map", query],
    queryFn: ({ signal }) => call("GET /api/projects/map", { query }, { signal }),
  });
}

/** Key of the map's filter: each filter has its own view. */
export const wordOf = (filter: ProjectNarrowing): string => JSON.stringify(narrowingQuery(filter));

export interface MapView extends Location {
  readonly zoom: number;
}

/** The stored view of the map, if the filter is the same. */
export function recallView(word: string): MapView | null {
  try {
    const kept = JSON.parse(recall(storageKeys.projectsMap) ?? "null") as (MapView & { by: string }) | null;
    const isWhole =
      kept !== null && kept.by === word && [kept.latitude, kept.longitude, kept.zoom].every(Number.isFinite);
    return isWhole ? kept : null;
  } catch {
    return null;
  }
}

export function rememberView(word: string, { latitude, longitude, zoom }: MapView): void {
  remember(storageKeys.projectsMap, JSON.stringify({ by: word, latitude, longitude, zoom }));
}

/** Nothing is drawn at 0, 0, which means no location. */
export const isSomewhere = ({ latitude, longitude }: ProjectPoint): boolean =>
  latitude !== 0 || longitude !== 0;
