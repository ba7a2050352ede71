import { limits } from "#contract/limits.ts";
import type { PlanTiles } from "#contract/sheets.ts";
import { call } from "#web/lib/client.ts";
import type { CopyScope } from "#web/lib/copy-part.ts";
import { type Tile, tileAddress } from "#web/ui/floor-plan/plan-tiles.ts";
import { sheetKeys } from "./sheets.queries.ts";

/** The project's floor plans with their positions, each at the finest level whose tiles are within the limit. */
export async function copySheets({ project, load, store, files, note, signal }: CopyScope): Promise<void> {
  if (project.can["view_sheets"] !== true) return;
  const sheets = await load({
    queryKey: sheetKeys.list(project.id),
    queryFn: () => call("GET /api/maps", { query: { id_project: project.id } }, { signal }),
  });
  for (const sheet of sheets ?? []) {
    const { id, image, tiles } = sheet;
    store(sheetKeys.one(id), sheet);
    files("plans", [image]);
    if (tiles !== null) files("plans", tilesOf(tiles));
    const rooms = await load({
      queryKey: sheetKeys.rooms(id, null),
      queryFn: () => call("GET /api/maps/{id}/rooms", { params: { id }, query: {} }, { signal }),
    });
    // Newest first: those of the positions that the floor plan shows.
    files("plans", rooms?.slice(0, limits.copies.rooms).map(({ thumbnail }) => thumbnail) ?? []);
    await load({
      queryKey: sheetKeys.walk(id, null),
      queryFn: () => call("GET /api/maps/{id}/walk", { params: { id }, query: {} }, { signal }),
    });
    await load({
      queryKey: sheetKeys.versions(id),
      queryFn: () => call("GET /api/maps/{id}/versions", { params: { id } }, { signal }),
    });
  }
  note({ sheets: sheets?.length ?? 0 });
}

/** Addresses of tiles from the coarsest level on, as many whole levels as are within the limit. */
export function tilesOf(pyramid: PlanTiles): string[] {
  const { levels, tile_size: edge } = pyramid;
  const found: Tile[] = [];
  for (const [level, { width, height }] of levels.entries()) {
    const [cols, rows] = [Math.ceil(width / edge), Math.ceil(height / edge)];
    if (level > 0 && found.length + cols * rows > limits.copies.planTiles) break;
    for (let row = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1) found.push({ level, col, row });
    }
  }
  return found.map((tile) => tileAddress(pyramid, tile));
}
