import { limits } from "#contract/limits.ts";
import type { Picture, VisitRow } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";
import type { CopyScope } from "#web/lib/copy-part.ts";
import { logKey } from "./cockpit/cockpit.queries.ts";
import { projectKeys } from "./projects.queries.ts";

/** The project's page and its newest visit, which opens in the viewer. */
export async function copyProject(scope: CopyScope): Promise<void> {
  const { project, load, store, files, signal } = scope;
  const { id, can } = project;
  store(projectKeys.one(id), project);
  store(projectKeys.one(project.code), project);
  files("other", [project.cover, project.cover_card]);
  if (can["view_activity"] === true)
    await load({
      queryKey: [...logKey(id), "latest"],
      queryFn: async () => {
        const input = { params: { id }, query: { limit: 60 } };
        return (await call("GET /api/projects/{id}/activity", input, { signal })).items;
      },
    });
  if (can["view_visits"] !== true) return;
  const query = { id_project: id, per_page: 100, sort: "date" } as const;
  const visits = await load({
    queryKey: ["visits", "list", { project: id, of: "timeline" }],
    queryFn: () => call("GET /api/visits", { query }, { signal }),
  });
  files("other", visits?.items.flatMap(({ thumbnail, cover_card }) => [thumbnail, cover_card]) ?? []);
  const newest = visits?.items.find(({ room_count, processing_count }) => room_count > processing_count);
  if (newest !== undefined) await copyVisit(scope, newest);
}

/** The viewer's page, the points in its rooms, and each 360 photo at base resolution; its tiles are a choice. */
async function copyVisit(
  { load, files, note, signal }: CopyScope,
  { id, code, cover }: VisitRow,
): Promise<void> {
  const visit = await load({
    queryKey: ["visits", "one", String(id)],
    queryFn: () => call("GET /api/visits/{id}", { params: { id } }, { signal }),
  });
  if (visit === undefined) return;
  const rooms = visit.rooms.filter(({ picture }) => picture.base !== null).slice(0, limits.copies.rooms);
  files("visit", [`/viewer/${code}`, cover]);
  // Files of one kind together: their sizes are estimated from samples all over the list.
  for (const size of ["base", "poster", "card", "thumbnail"] as const)
    files(
      "visit",
      rooms.map(({ picture }) => picture[size]),
    );
  files(
    "visit",
    rooms.map(
      ({ id: room }) => `/api/viewer-room-pois?${new URLSearchParams({ code, id_room: String(room) })}`,
    ),
  );
  for (const { picture } of rooms) files("tiles", tilesOf(picture));
  note({ rooms: rooms.length, visit: code });
}

/** Addresses of all tiles of a 360 photo. */
function tilesOf({ tiles, levels, tile_size: edge }: Picture): string[] {
  if (tiles === null) return [];
  return levels.flatMap(({ width, height }, level) =>
    Array.from({ length: Math.ceil(height / edge) }, (_, row) =>
      Array.from({ length: Math.ceil(width / edge) }, (__, col) =>
        tiles.replace("{level}", String(level)).replace("{col}", String(col)).replace("{row}", String(row)),
      ),
    ).flat(),
  );
}
