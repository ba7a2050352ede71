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

/** One equation of a sparse system: the sum of `factors` times unknowns `at` is `value`, within `error`. */
export interface Equation {
  readonly at: readonly number[];
  readonly factors: readonly number[];
  readonly value: number;
  readonly error: number;
}

/**
 * Least squares of sparse equations by conjugate gradients with a diagonal preconditioner. `rounds` above one weights
 * equations that do not fit down (Cauchy).
 */
export function solveSparse(equations: readonly Equation[], start: Float64Array, rounds = 1): Float64Array {
  let x = Float64Array.from(start);
  for (let round = 0; round < rounds; round++) {
    const weights = Float64Array.from(equations, (equation) => {
      const share = round === 0 ? 0 : (valueOf(equation, x) - equation.value) / equation.error;
      return 1 / (equation.error * equation.error * (1 + (share / 2) ** 2));
    });
    x = conjugate(equations, weights, x);
  }
  return x;
}

function valueOf({ at, factors }: Equation, x: Float64Array): number {
  let sum = 0;
  for (const [k, index] of at.entries()) sum += factors[k]! * x[index]!;
  return sum;
}

function conjugate(equations: readonly Equation[], weights: Float64Array, start: Float64Array): Float64Array {
  const size = start.length;
  const x = Float64Array.from(start);
  const gradient = new Float64Array(size);
  const diagonal = new Float64Array(size).fill(1e-12);
  for (const [e, equation] of equations.entries()) {
    const missing = (equation.value - valueOf(equation, x)) * weights[e]!;
    for (const [k, index] of equation.at.entries()) {
      gradient[index]! += equation.factors[k]! * missing;
      diagonal[index]! += equation.factors[k]! ** 2 * weights[e]!;
    }
  }
  const z = gradient.map((value, i) => value / diagonal[i]!);
  const p = Float64Array.from(z);
  let rz = dot(gradient, z);
  const enough = rz * 1e-16;
  for (let i = 0; i < 4 * size && rz > enough && rz > 0; i++) {
    const ap = new Float64Array(size);
    for (const [e, equation] of equations.entries()) {
      const value = valueOf(equation, p) * weights[e]!;
      for (const [k, index] of equation.at.entries()) ap[index]! += equation.factors[k]! * value;
    }
    const alpha = rz / Math.max(1e-300, dot(p, ap));
    for (let k = 0; k < size; k++) {
      x[k]! += alpha * p[k]!;
      gradient[k]! -= alpha * ap[k]!;
      z[k] = gradient[k]! / diagonal[k]!;
    }
    const next = dot(gradient, z);
    const beta = next / rz;
    rz = next;
    for (let k = 0; k < size; k++) p[k] = z[k]! + beta * p[k]!;
  }
  return x;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
