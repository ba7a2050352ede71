/** Width and height of a tile, in pixels. */
export const TILE_SIZE = 512;
/** The file ending of a tile in the pyramid. */
export const TILE_TYPE = "jpeg";

/** Size of `card.webp`, in pixels: enough for cards up to 640 wide, or half of that on a screen twice as dense. */
export const cardShape = { width: 640, height: 320 } as const;

/** All files of one picture are under this prefix; its first two letters spread the folders. */
export const picturePrefix = (sha256: string) => `pictures/${sha256.slice(0, 2)}/${sha256}`;

/** Names below a picture's prefix. */
export const pictureFiles = {
  original: "original.jpg",
  thumbnail: "thumb.webp",
  base: "base.webp",
  poster: "poster.webp",
  card: "card.webp",
  tiles: "t",
  tile: `t/{level}/{col}_{row}.${TILE_TYPE}`,
} as const;

/** With these a picture can be shown, and opened in the viewer. */
export const previewFiles = [
  pictureFiles.thumbnail,
  pictureFiles.base,
  pictureFiles.poster,
  pictureFiles.card,
];

export const originalKey = (sha256: string) => `${picturePrefix(sha256)}/${pictureFiles.original}`;
