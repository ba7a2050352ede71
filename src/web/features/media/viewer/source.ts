import type { PictureArea, Room } from "#contract/visits.ts";
import type { PanoramaArea, PanoramaSource } from "#panorama/types.ts";

/**
 * A room's picture in the engine's form; null while there is nothing to show. Between its previews and its tiles a
 * picture is shown by its base alone, which then counts as a pyramid of one level with one tile.
 */
export function sourceOf({
  picture,
  north: said,
  has_north,
}: Pick<Room, "picture" | "north" | "has_north">): PanoramaSource | null {
  // An unknown north does not turn the picture.
  const north = has_north === false ? undefined : said;
  const { base, tiles, levels, width, height, tile_size } = picture;
  if (base === null || picture.state === "failed") return null;
  const pose = picture.pose ?? undefined;
  if (tiles !== null && levels.length > 0) {
    const area = areaOf(picture.area);
    return { width, height, tileSize: tile_size, levels, tiles, base, north, area, pose };
  }
  const whole = { width: 1024, height: 512 };
  const area = areaOf(picture.area, { across: whole.width / width, down: whole.height / height });
  return { ...whole, tileSize: whole.width, levels: [whole], tiles: base, base, north, area, pose };
}

/** The covered area of the sphere in the engine's form, in the pixels of a picture `scale` times as large. */
export function areaOf(
  area: PictureArea | null,
  scale: { readonly across: number; readonly down: number } = { across: 1, down: 1 },
): PanoramaArea | undefined {
  return area === null
    ? undefined
    : {
        fullWidth: area.full_width * scale.across,
        fullHeight: area.full_height * scale.down,
        left: area.left * scale.across,
        top: area.top * scale.down,
      };
}

/** Whether a room has a showable picture. */
export const isShowable = (room: Room) => sourceOf(room) !== null;

/** Sorts rooms into walking order. */
export function inOrder(rooms: readonly Room[]): readonly Room[] {
  return rooms.toSorted((a, b) => a.order - b.order);
}
