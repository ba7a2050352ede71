/** Inverse of a square matrix, row by row; undefined when it is singular. Gauss-Jordan with pivots. */
export function invert(matrix: Float64Array, size: number): Float64Array | undefined {
  const a = Float64Array.from(matrix);
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++) out[i * size + i] = 1;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(a[row * size + column]!) > Math.abs(a[pivot * size + column]!)) pivot = row;
    const value = a[pivot * size + column]!;
    if (!(Math.abs(value) > 1e-14)) return undefined;
    for (let k = 0; k < size; k++) {
      swap(a, column * size + k, pivot * size + k);
      swap(out, column * size + k, pivot * size + k);
      a[column * size + k]! /= value;
      out[column * size + k]! /= value;
    }
    for (let row = 0; row < size; row++) {
      const factor = a[row * size + column]!;
      if (row === column || factor === 0) continue;
      for (let k = 0; k < size; k++) {
        a[row * size + k]! -= factor * a[column * size + k]!;
        out[row * size + k]! -= factor * out[column * size + k]!;
      }
    }
  }
  return out;
}

function swap(list: Float64Array, a: number, b: number): void {
  if (a === b) return;
  const held = list[a]!;
  list[a] = list[b]!;
  list[b] = held;
}
