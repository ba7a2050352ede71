/** Where one looks, in degrees; `fov` from top to bottom. */
export interface Look {
  readonly yaw: number;
  readonly pitch: number;
  readonly fov: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The tiles that a look needs, and the rectangle of the level that they make up. */
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Columns may count on past the last one, round the back of the picture. */
  readonly columns: readonly { readonly column: number; readonly at: number }[];
  readonly rows: readonly { readonly row: number; readonly at: number }[];
}

const EDGE_POINTS = 24;
const HALF = Math.PI;

/** The rectangle of whole tiles of an equirectangular level that a look sees. */
export function windowOf(level: Size, look: Look, size: Size, tile: number): Window {
  const ray = rayOf(look, size);
  const middle = radians(look.yaw);
  let [west, east, north, south] = [0, 0, -HALF / 2, HALF / 2];
  const sees = (x: number, y: number) => {
    const { yaw, pitch } = ray(x, y);
    const turn = around(yaw - middle);
    west = Math.min(west, turn);
    east = Math.max(east, turn);
    north = Math.max(north, pitch);
    south = Math.min(south, pitch);
  };
  for (let at = 0; at <= EDGE_POINTS; at += 1) {
    const share = at / EDGE_POINTS;
    sees(share * size.width, 0);
    sees(share * size.width, size.height);
    sees(0, share * size.height);
    sees(size.width, share * size.height);
  }
  // Who sees the zenith or the nadir sees every direction there.
  const half = radians(look.fov) / 2;
  if (radians(look.pitch) + half >= HALF / 2) [west, east, north] = [-HALF, HALF, HALF / 2];
  if (radians(look.pitch) - half <= -HALF / 2) [west, east, south] = [-HALF, HALF, -HALF / 2];
  return tilesOf(level, tile, { west: middle + west, east: middle + east, north, south });
}

function tilesOf(
  level: Size,
  tile: number,
  seen: { west: number; east: number; north: number; south: number },
): Window {
  const u = (yaw: number) => (yaw / (2 * HALF) + 0.5) * level.width;
  const v = (pitch: number) => (0.5 - pitch / HALF) * level.height;
  const count = Math.ceil(level.width / tile);
  const span = Math.min(u(seen.east) - u(seen.west), level.width);
  // From the left edge of the picture on, whatever turn one began with.
  const start = modulo(u(seen.west) - 1, level.width);
  const first = Math.floor(start / tile);
  const columns: { column: number; at: number }[] = [];
  let width = 0;
  for (let column = first; column < first + count + 1; column += 1) {
    columns.push({ column: column % count, at: width });
    width += Math.min(tile, level.width - (column % count) * tile);
    if (first * tile + width > start + span + 2) break;
  }
  const upper = Math.max(0, Math.floor((v(seen.north) - 1) / tile));
  const lower = Math.min(Math.ceil(level.height / tile) - 1, Math.floor((v(seen.south) + 1) / tile));
  const rows = Array.from({ length: lower - upper + 1 }, (_, at) => ({ row: upper + at, at: at * tile }));
  const height = Math.min(level.height, (lower + 1) * tile) - upper * tile;
  return { left: first * tile, top: upper * tile, width, height, columns, rows };
}

/**
 * The look as a flat picture, RGB. `pause` is awaited now and then: people wait behind the same thread.
 */
export async function lookInto(
  source: { readonly data: Uint8Array; readonly level: Size; readonly window: Window },
  look: Look,
  size: Size,
  pause: () => Promise<unknown>,
): Promise<Uint8Array> {
  const { data, level, window } = source;
  const out = new Uint8Array(size.width * size.height * 3);
  const ray = rayOf(look, size);
  for (let y = 0; y < size.height; y += 1) {
    if (y % 64 === 63) await pause();
    for (let x = 0; x < size.width; x += 1) {
      const { yaw, pitch } = ray(x + 0.5, y + 0.5);
      const u = modulo((yaw / (2 * HALF) + 0.5) * level.width - 0.5 - window.left, level.width);
      const v = (0.5 - pitch / HALF) * level.height - 0.5 - window.top;
      blend(data, window, u, v, out, (y * size.width + x) * 3);
    }
  }
  return out;
}

/** The mean of the four neighbours by their nearness. */
function blend(
  data: Uint8Array,
  { width, height }: Size,
  u: number,
  v: number,
  out: Uint8Array,
  to: number,
): void {
  const left = Math.min(width - 1, Math.max(0, Math.floor(u)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(v)));
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const wx = Math.min(1, Math.max(0, u - left));
  const wy = Math.min(1, Math.max(0, v - top));
  for (let channel = 0; channel < 3; channel += 1) {
    const at = (x: number, y: number) => data[(y * width + x) * 3 + channel] ?? 0;
    const upper = at(left, top) * (1 - wx) + at(right, top) * wx;
    const lower = at(left, bottom) * (1 - wx) + at(right, bottom) * wx;
    out[to + channel] = upper * (1 - wy) + lower * wy + 0.5;
  }
}

/** What a point of the flat picture looks at, in radians. */
function rayOf({ yaw, pitch, fov }: Look, { width, height }: Size) {
  const focal = height / 2 / Math.tan(radians(fov) / 2);
  const [sin, cos] = [Math.sin(radians(pitch)), Math.cos(radians(pitch))];
  const turn = radians(yaw);
  return (x: number, y: number): { yaw: number; pitch: number } => {
    const side = x - width / 2;
    const rise = height / 2 - y;
    const ahead = focal * cos - rise * sin;
    const up = focal * sin + rise * cos;
    return { yaw: turn + Math.atan2(side, ahead), pitch: Math.atan2(up, Math.hypot(side, ahead)) };
  };
}

const radians = (degrees: number) => (degrees / 180) * HALF;
const modulo = (value: number, by: number) => ((value % by) + by) % by;
/** Into -180..180 degrees. */
const around = (angle: number) => modulo(angle + HALF, 2 * HALF) - HALF;
