/** View direction, in degrees; `fov` is vertical. */
export interface ViewDirection {
  readonly yaw: number;
  readonly pitch: number;
  readonly fov: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Tiles needed by a view, and the rectangle of the level that they cover. */
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Columns may continue past the last one, around the back of the picture. */
  readonly columns: readonly { readonly column: number; readonly at: number }[];
  readonly rows: readonly { readonly row: number; readonly at: number }[];
}

const EDGE_POINTS = 24;
const HALF = Math.PI;

/** Returns the rectangle of whole tiles of an equirectangular level that a view covers. */
export function windowOf(level: Size, look: ViewDirection, size: Size, tile: number): Window {
  const ray = raysOf(look, size);
  const middle = radians(look.yaw);
  let [west, east, north, south] = [0, 0, -HALF / 2, HALF / 2];
  const sees = (x: number, y: number) => {
    ray.at(x, y);
    const turn = around(ray.yaw - middle);
    west = Math.min(west, turn);
    east = Math.max(east, turn);
    north = Math.max(north, ray.pitch);
    south = Math.min(south, ray.pitch);
  };
  for (let at = 0; at <= EDGE_POINTS; at += 1) {
    const share = at / EDGE_POINTS;
    sees(share * size.width, 0);
    sees(share * size.width, size.height);
    sees(0, share * size.height);
    sees(size.width, share * size.height);
  }
  // A view that contains the zenith or the nadir contains every direction there.
  const half = radians(look.fov) / 2;
  if (radians(look.pitch) + half >= HALF / 2) [west, east, north] = [-HALF, HALF, HALF / 2];
  if (radians(look.pitch) - half <= -HALF / 2) [west, east, south] = [-HALF, HALF, -HALF / 2];
  return tilesOf(level, tile, { west: middle + west, east: middle + east, north, south });
}

/** All tiles of a level. */
export function wholeWindow(level: Size, tile: number): Window {
  const edges = (length: number) => Array.from({ length: Math.ceil(length / tile) }, (_, at) => at);
  const columns = edges(level.width).map((column) => ({ column, at: column * tile }));
  const rows = edges(level.height).map((row) => ({ row, at: row * tile }));
  return { left: 0, top: 0, width: level.width, height: level.height, columns, rows };
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
  // Counted from the left edge of the picture, for any starting turn.
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

/** Renders the view as a flat picture, RGB. `pause` is awaited regularly: other requests wait for the same thread. */
export async function renderView(
  source: { readonly data: Uint8Array; readonly level: Size; readonly window: Window },
  look: ViewDirection,
  size: Size,
  pause: () => Promise<unknown>,
): Promise<Uint8Array> {
  const { data, level, window } = source;
  const out = new Uint8Array(size.width * size.height * 3);
  const rays = raysOf(look, size);
  const [perYaw, perPitch] = [level.width / (2 * HALF), level.height / HALF];
  const u = new Float64Array(size.width);
  const v = new Float64Array(size.width);
  for (let y = 0; y < size.height; y += 1) {
    if (y % 32 === 31) await pause();
    for (let x = 0; x < size.width; x += 1) {
      rays.at(x + 0.5, y + 0.5);
      u[x] = modulo((rays.yaw + HALF) * perYaw - 0.5 - window.left, level.width);
      v[x] = (HALF / 2 - rays.pitch) * perPitch - 0.5 - window.top;
    }
    blendRow(data, window, u, v, out, y * size.width * 3);
  }
  return out;
}

/** Each pixel is a bilinear blend of its four neighbours. */
function blendRow(
  data: Uint8Array,
  { width, height }: Size,
  us: Float64Array,
  vs: Float64Array,
  out: Uint8Array,
  from: number,
): void {
  for (let index = 0; index < us.length; index += 1) {
    const u = Math.min(width - 1, us[index] ?? 0);
    const v = Math.min(height - 1, Math.max(0, vs[index] ?? 0));
    const [left, top] = [Math.floor(u), Math.floor(v)];
    const [wx, wy] = [u - left, v - top];
    const upper = (top * width + left) * 3;
    const lower = top + 1 < height ? upper + width * 3 : upper;
    const right = left + 1 < width ? 3 : 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const a = data[upper + channel] ?? 0;
      const b = data[upper + right + channel] ?? 0;
      const c = data[lower + channel] ?? 0;
      const d = data[lower + right + channel] ?? 0;
      const above = a + (b - a) * wx;
      out[from + index * 3 + channel] = above + (c + (d - c) * wx - above) * wy + 0.5;
    }
  }
}

/**
 * Directions of the points of the flat picture, in radians: call `at`, then read the result. A single object is reused,
 * as there are many.
 */
export function raysOf({ yaw, pitch, fov }: ViewDirection, { width, height }: Size) {
  const focal = height / 2 / Math.tan(radians(fov) / 2);
  const [sin, cos] = [Math.sin(radians(pitch)), Math.cos(radians(pitch))];
  const turn = radians(yaw);
  const ray = {
    yaw: 0,
    pitch: 0,
    at(x: number, y: number): void {
      const side = x - width / 2;
      const rise = height / 2 - y;
      const ahead = focal * cos - rise * sin;
      ray.yaw = turn + Math.atan2(side, ahead);
      ray.pitch = Math.atan2(focal * sin + rise * cos, Math.sqrt(side * side + ahead * ahead));
    },
  };
  return ray;
}

const radians = (degrees: number) => (degrees / 180) * HALF;
const modulo = (value: number, by: number) => ((value % by) + by) % by;
/** Normalizes to -180..180 degrees. */
const around = (angle: number) => modulo(angle + HALF, 2 * HALF) - HALF;
