import type { Room } from "#contract/visits.ts";
import type { PanoramaSource } from "#panorama/types.ts";

/**
 * A room's picture as the engine takes it; null while there is nothing to show. Between its previews and its tiles
 * a picture is shown by its base alone, which then counts as a pyramid of one level with one tile.
 */
export function sourceOf({ picture, north }: Room): PanoramaSource | null {
  const { base, tiles, levels, width, height, tile_size } = picture;
  if (base === null || picture.state === "failed") return null;
  if (tiles !== null && levels.length > 0) {
    return { width, height, tileSize: tile_size, levels, tiles, base, north };
  }
  const whole = { width: 1024, height: 512 };
  return { ...whole, tileSize: whole.width, levels: [whole], tiles: base, base, north };
}

/** Whether a room can be looked at. */
export const isShowable = (room: Room) => sourceOf(room) !== null;

/** In the order in which they are walked. */
export function inOrder(rooms: readonly Room[]): readonly Room[] {
  return rooms.toSorted((a, b) => a.order - b.order);
}
