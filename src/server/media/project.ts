/** Interleaved 8-bit RGB, row by row, without padding. */
export interface RgbImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const HALF_TURN = Math.PI;
const KNOTS = 8;

/**
 * Projects an equirectangular sphere from its centre: yaw 0, pitch 0, vertical `fov` in degrees, to a flat picture.
 * Each pixel is the mean of `samples` x `samples` points. With one or two of them each is blended from its four
 * neighbours; with more the source is so dense that they fall on separate pixels anyway.
 */
export function projectFlat(
  source: RgbImage,
  view: { width: number; height: number; fov: number },
  samples: number,
): RgbImage {
  const columns = sphereColumns(source, view, samples);
  const out = new Uint8Array(view.width * view.height * 3);
  const sums = new Float32Array(view.width * 3);
  for (let y = 0; y < view.height; y += 1) {
    sums.fill(0);
    for (let sample = 0; sample < samples; sample += 1) {
      addSampleRow(source, columns, y + (sample + 0.5) / samples, sums);
    }
    const share = 1 / (samples * samples);
    const row = y * view.width * 3;
    for (let index = 0; index < sums.length; index += 1) out[row + index] = (sums[index] ?? 0) * share + 0.5;
  }
  return { data: out, width: view.width, height: view.height };
}

interface Columns {
  readonly samples: number;
  /** Left neighbour's column (in bytes), right neighbour's, and the right one's weight, per sample of a row. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly weight: Float32Array;
  /** Distance from the eye to the sample in the horizontal plane, in pixels of the view. */
  readonly reach: Float32Array;
  readonly middle: number;
}

/** A column's yaw is the same in every row of a view that looks straight ahead: computed once. */
function sphereColumns(
  source: RgbImage,
  view: { width: number; height: number; fov: number },
  samples: number,
): Columns {
  const count = view.width * samples;
  const focal = view.height / 2 / Math.tan((view.fov / 360) * HALF_TURN);
  const left = new Int32Array(count);
  const right = new Int32Array(count);
  const weight = new Float32Array(count);
  const reach = new Float32Array(count);
  for (let index = 0; index < count; index += 1) {
    const x = (index + 0.5) / samples - view.width / 2;
    const u = (Math.atan2(x, focal) / (2 * HALF_TURN) + 0.5) * source.width - 0.5;
    const first = Math.floor(u);
    left[index] = ((first + source.width) % source.width) * 3;
    right[index] = ((first + 1) % source.width) * 3;
    weight[index] = u - first;
    reach[index] = Math.hypot(x, focal);
  }
  return { samples, left, right, weight, reach, middle: view.height / 2 };
}

function addSampleRow(source: RgbImage, columns: Columns, y: number, sums: Float32Array): void {
  const rows = sphereRows(source, columns, y);
  if (columns.samples > 2) addNearest(source, columns, rows, sums);
  else addBlended(source, columns, rows, sums);
}

/**
 * The source's row for every sample of one row of samples. Computed for every eighth and interpolated linearly between:
 * the curve bends by far less than a tenth of a source pixel over that distance.
 */
function sphereRows(source: RgbImage, { reach, middle }: Columns, y: number): Float32Array {
  const rows = new Float32Array(reach.length);
  const last = source.height - 1;
  const rowAt = (index: number) => {
    const pitch = Math.atan((middle - y) / (reach[index] ?? 1));
    return Math.min(last, Math.max(0, (0.5 - pitch / HALF_TURN) * source.height - 0.5));
  };
  let next = rowAt(0);
  for (let start = 0; start < rows.length; start += KNOTS) {
    const end = Math.min(start + KNOTS, rows.length - 1);
    const from = next;
    next = rowAt(end);
    const step = (next - from) / Math.max(1, end - start);
    for (let index = start; index <= end; index += 1) rows[index] = from + (index - start) * step;
  }
  return rows;
}

function addNearest(source: RgbImage, columns: Columns, rows: Float32Array, sums: Float32Array): void {
  const { data } = source;
  const { left, right, weight, samples } = columns;
  const stride = source.width * 3;
  for (let index = 0; index < rows.length; index += 1) {
    const column = (weight[index] ?? 0) < 0.5 ? left[index] : right[index];
    const from = Math.round(rows[index] ?? 0) * stride + (column ?? 0);
    const at = ((index / samples) | 0) * 3;
    sums[at] = (sums[at] ?? 0) + (data[from] ?? 0);
    sums[at + 1] = (sums[at + 1] ?? 0) + (data[from + 1] ?? 0);
    sums[at + 2] = (sums[at + 2] ?? 0) + (data[from + 2] ?? 0);
  }
}

function addBlended(source: RgbImage, columns: Columns, rows: Float32Array, sums: Float32Array): void {
  const { data, height } = source;
  const { left, right, weight, samples } = columns;
  const stride = source.width * 3;
  for (let index = 0; index < rows.length; index += 1) {
    const v = rows[index] ?? 0;
    const first = Math.floor(v);
    const upper = first * stride;
    const lower = first + 1 < height ? upper + stride : upper;
    const wx = weight[index] ?? 0;
    const wy = v - first;
    const l = left[index] ?? 0;
    const r = right[index] ?? 0;
    const at = ((index / samples) | 0) * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      const a = data[upper + l + channel] ?? 0;
      const b = data[upper + r + channel] ?? 0;
      const c = data[lower + l + channel] ?? 0;
      const d = data[lower + r + channel] ?? 0;
      const top = a + (b - a) * wx;
      sums[at + channel] = (sums[at + channel] ?? 0) + top + (c + (d - c) * wx - top) * wy;
    }
  }
}
