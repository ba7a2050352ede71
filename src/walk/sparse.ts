/** One equation of a sparse system: the sum of `factors` times unknowns `at` is `value`, within `error`. */
export interface Equation {
  readonly at: readonly number[];
  readonly factors: readonly number[];
  readonly value: number;
  readonly error: number;
}

/**
 * Least squares of sparse equations. Unknowns that share an equation should have numbers close to each other: the normal
 * matrix is kept row by row from its first entry on. `rounds` above one weights equations that do not fit down (Cauchy).
 */
export function solveSparse(equations: readonly Equation[], start: Float64Array, rounds = 1): Float64Array {
  let x: Float64Array = Float64Array.from(start);
  for (let round = 0; round < rounds; round++) {
    const weights = Float64Array.from(equations, (equation) => {
      const share = round === 0 ? 0 : (valueOf(equation, x) - equation.value) / equation.error;
      return 1 / (equation.error * equation.error * (1 + (share / 2) ** 2));
    });
    x = solveWeighted(equations, weights, x);
  }
  return x;
}

function valueOf({ at, factors }: Equation, x: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < at.length; k++) sum += factors[k]! * x[at[k]!]!;
  return sum;
}

/** Rows of a symmetric matrix below the diagonal, each from its first entry that may differ from zero. */
interface Rows {
  readonly first: Int32Array;
  /** Index in `values` of column 0 of each row, which may lie before its start. */
  readonly offset: Int32Array;
  readonly values: Float64Array;
}

function emptyRows(equations: readonly Equation[], size: number): Rows {
  const first = Int32Array.from({ length: size }, (_, i) => i);
  for (const { at } of equations) {
    const lowest = Math.min(...at);
    for (const i of at) if (lowest < first[i]!) first[i] = lowest;
  }
  const offset = new Int32Array(size);
  let total = 0;
  for (let i = 0; i < size; i++) {
    offset[i] = total - first[i]!;
    total += i - first[i]! + 1;
  }
  return { first, offset, values: new Float64Array(total) };
}

function solveWeighted(
  equations: readonly Equation[],
  weights: Float64Array,
  start: Float64Array,
): Float64Array {
  const size = start.length;
  const rows = emptyRows(equations, size);
  const right = new Float64Array(size);
  for (const [e, equation] of equations.entries()) {
    const { at, factors } = equation;
    const weight = weights[e]!;
    const missing = (equation.value - valueOf(equation, start)) * weight;
    for (let k = 0; k < at.length; k++) {
      const i = at[k]!;
      right[i]! += factors[k]! * missing;
      for (let l = 0; l < at.length; l++)
        if (at[l]! <= i) rows.values[rows.offset[i]! + at[l]!]! += factors[k]! * factors[l]! * weight;
    }
  }
  for (let i = 0; i < size; i++) rows.values[rows.offset[i]! + i]! += 1e-9;
  factorize(rows, size);
  const change = substituted(rows, right);
  return start.map((value, i) => value + change[i]!);
}

/** Cholesky factor in place of the matrix. */
function factorize({ first, offset, values }: Rows, size: number): void {
  for (let i = 0; i < size; i++) {
    const row = offset[i]!;
    for (let j = first[i]!; j <= i; j++) {
      const other = offset[j]!;
      let sum = values[row + j]!;
      for (let k = Math.max(first[i]!, first[j]!); k < j; k++) sum -= values[row + k]! * values[other + k]!;
      values[row + j] = j < i ? sum / values[other + j]! : Math.sqrt(Math.max(1e-12, sum));
    }
  }
}

function substituted({ first, offset, values }: Rows, right: Float64Array): Float64Array {
  const x = Float64Array.from(right);
  for (let i = 0; i < x.length; i++) {
    for (let k = first[i]!; k < i; k++) x[i]! -= values[offset[i]! + k]! * x[k]!;
    x[i]! /= values[offset[i]! + i]!;
  }
  for (let i = x.length - 1; i >= 0; i--) {
    x[i]! /= values[offset[i]! + i]!;
    for (let k = first[i]!; k < i; k++) x[k]! -= values[offset[i]! + k]! * x[i]!;
  }
  return x;
}
