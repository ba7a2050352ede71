import type { Picture, Room } from "#contract/visits.ts";

/** A fully processed picture. */
export function picture(change: Partial<Picture> = {}): Picture {
  return {
    state: "ready",
    problem: null,
    width: 4096,
    height: 2048,
    tile_size: 512,
    levels: [
      { width: 2048, height: 1024 },
      { width: 4096, height: 2048 },
    ],
    area: null,
    pose: null,
    tiles: "/media/p/t/{level}/{col}_{row}.jpeg",
    base: "/media/p/base.webp",
    thumbnail: "/media/p/thumb.webp",
    card: "/media/p/card.webp",
    poster: "/media/p/poster.webp",
    ...change,
  };
}

/** Fields of a picture that has just been uploaded. */
export const unmade: Partial<Picture> = {
  state: "processing",
  levels: [],
  tiles: null,
  base: null,
  thumbnail: null,
  card: null,
  poster: null,
};

export function room(change: Partial<Room> = {}): Room {
  const id = change.id ?? 1;
  const standing = { id, id_room: id, id_visit: 1, name: `Room ${id}`, order: id, north: 0, has_north: true };
  return { ...standing, captured_at: null, file: `${id}.jpg`, picture: picture(), ...change };
}
