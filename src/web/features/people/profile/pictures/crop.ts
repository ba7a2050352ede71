/** Crop of a picture: `zoom` from 1 (as much as fits), its middle as shares of width and height, 0 to 1. */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A piece of the picture, in the picture's own pixels. */
export interface Piece extends Size {
  readonly left: number;
  readonly top: number;
}

export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const mostZoom = 4;

const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Width and height of the piece: the largest of that ratio (width by height) that fits, divided by the zoom. */
function pieceSize(picture: Size, ratio: number, zoom: number): Size {
  const width = Math.min(picture.width, picture.height * ratio) / zoom;
  return { width, height: width / ratio };
}

/** Keeps the piece inside the picture and the zoom in its range. */
export function contain(crop: Crop, picture: Size, ratio: number): Crop {
  const zoom = between(crop.zoom, 1, mostZoom);
  const { width, height } = pieceSize(picture, ratio, zoom);
  const halfX = width / picture.width / 2;
  const halfY = height / picture.height / 2;
  return { zoom, x: between(crop.x, halfX, 1 - halfX), y: between(crop.y, halfY, 1 - halfY) };
}

export function pieceOf(crop: Crop, picture: Size, ratio: number): Piece {
  const { zoom, x, y } = contain(crop, picture, ratio);
  const { width, height } = pieceSize(picture, ratio, zoom);
  return { left: x * picture.width - width / 2, top: y * picture.height - height / 2, width, height };
}

/** Moves the picture by shares of the frame: a push to the right reveals the part on the left. */
export function push(crop: Crop, by: { x: number; y: number }, picture: Size, ratio: number): Crop {
  const { width, height } = pieceSize(picture, ratio, crop.zoom);
  const x = crop.x - (by.x * width) / picture.width;
  const y = crop.y - (by.y * height) / picture.height;
  return contain({ zoom: crop.zoom, x, y }, picture, ratio);
}

/** Pixels of the result: the size of the piece, but never more than requested and never enlarged. */
export function resultSize(piece: Size, mostWidth: number, ratio: number): Size {
  const width = Math.max(1, Math.round(Math.min(piece.width, mostWidth)));
  return { width, height: Math.max(1, Math.round(width / ratio)) };
}
