import { RADIANS } from "./angles.ts";
import {
  type Chain,
  corrected,
  correctionsBy,
  createCovariance,
  effectOf,
  noCorrections,
  type Pull,
} from "./chain.ts";
import { invert } from "./linear.ts";

/** Where a picture is known to be; units of the chain, radians. */
export interface Fix {
  readonly picture: number;
  readonly x: number;
  readonly y: number;
  readonly error: number;
  readonly heading?: number | undefined;
}

export interface Solved {
  readonly chain: Chain;
  /** Expected distance of each picture from its true position. */
  readonly errors: Float64Array;
  /** Indices of fixes that contradict the others. */
  readonly doubtful: readonly number[];
  /** Covariances that were computed: the work, for tests. */
  readonly blocks: number;
}

const ROUNDS = 3;
const HEADING_ERROR = 5 * RADIANS;
/** Standard errors beyond which a fix is doubted. */
const DOUBTFUL = 4;
/** Multiplications for the expected errors; beyond it only every n-th picture is computed. */
const WORK = 12e6;

type Covariance = ReturnType<typeof createCovariance>;

/** The most likely course of a chain through its fixes: Gauss-Newton on a Gaussian process, closed form in each round. */
export function solveChain(base: Chain, fixes: readonly Fix[]): Solved {
  let corrections = noCorrections(base.x.length);
  let chain = base;
  let blocks = 0;
  for (let round = 0; ; round++) {
    const effect = effectOf(chain, corrections);
    const rows = rowsOf(fixes);
    const missing = rows.map(({ fix, part }) => missingOf(chain, effect, fix, part));
    const covariance = createCovariance(chain);
    const inverse = invert(matrixOf(rows, covariance), rows.length);
    if (inverse === undefined)
      return { chain, errors: new Float64Array(chain.x.length), doubtful: [], blocks };
    const weights = times(inverse, missing);
    if (round === ROUNDS) {
      const scale = scaleOf(missing, weights, fixes.length);
      const errors = errorsOf(chain, rows, covariance, inverse, scale);
      blocks += covariance.blocks();
      return { chain, errors, doubtful: doubtfulOf(rows, inverse, missing, weights), blocks };
    }
    blocks += covariance.blocks();
    corrections = correctionsBy(chain, pullsOf(rows, weights));
    chain = corrected(base, corrections);
  }
}

interface Row {
  readonly fix: Fix;
  readonly index: number;
  /** 0 and 1: position, 2: heading. */
  readonly part: 0 | 1 | 2;
}

const rowsOf = (fixes: readonly Fix[]): Row[] =>
  fixes.flatMap((fix, index): Row[] => {
    const position: Row[] = [
      { fix, index, part: 0 },
      { fix, index, part: 1 },
    ];
    return fix.heading === undefined ? position : [...position, { fix, index, part: 2 }];
  });

/** The fix minus the chain, as seen from the chain without its corrections. */
function missingOf(chain: Chain, effect: Float64Array, fix: Fix, part: 0 | 1 | 2): number {
  const { picture } = fix;
  const before = effect[picture * 3 + part]!;
  if (part === 0) return fix.x - chain.x[picture]! + before;
  if (part === 1) return fix.y - chain.y[picture]! + before;
  const turn = (fix.heading ?? 0) - chain.heading[picture]!;
  return Math.atan2(Math.sin(turn), Math.cos(turn)) + before;
}

/** Covariance of two rows without the errors of the fixes. */
function between(one: Row, other: Row, covariance: Covariance, block: Float64Array): number {
  const [m, k] = [one.fix.picture, other.fix.picture];
  if (one.part === 2 && other.part === 2) return covariance.headings(m, k);
  if (one.part === 2) {
    covariance.heading(k, m, block);
    return block[other.part]!;
  }
  if (other.part === 2) {
    covariance.heading(m, k, block);
    return block[one.part]!;
  }
  covariance.position(m, k, block);
  return block[one.part * 2 + other.part]!;
}

function matrixOf(rows: readonly Row[], covariance: Covariance): Float64Array {
  const size = rows.length;
  const out = new Float64Array(size * size);
  const block = new Float64Array(4);
  for (const [i, row] of rows.entries()) {
    for (const [j, other] of rows.entries()) out[i * size + j] = between(row, other, covariance, block);
    out[i * size + i]! += (row.part === 2 ? HEADING_ERROR : row.fix.error) ** 2;
  }
  return out;
}

function times(matrix: Float64Array, vector: readonly number[]): Float64Array {
  const size = vector.length;
  const out = new Float64Array(size);
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) out[i]! += matrix[i * size + j]! * vector[j]!;
  return out;
}

function pullsOf(rows: readonly Row[], weights: Float64Array): Pull[] {
  return rows.map(({ fix, part }, i) => ({
    picture: fix.picture,
    x: part === 0 ? weights[i]! : 0,
    y: part === 1 ? weights[i]! : 0,
    heading: part === 2 ? weights[i]! : 0,
  }));
}

/** How much more the fixes contradict the chain than its doubts allow, as a factor of variances; at least 1. */
function scaleOf(missing: readonly number[], weights: Float64Array, fixes: number): number {
  // Position, heading and scale of the whole walk take four numbers.
  const free = missing.length - 4;
  if (fixes < 3 || free < 1) return 1;
  return scaledBy(dot(missing, weights), free);
}

const scaledBy = (squares: number, free: number) => Math.min(9, Math.max(1, (squares + 2) / (free + 2)));

const dot = (a: readonly number[], b: Float64Array) =>
  a.reduce((total, value, i) => total + value * b[i]!, 0);

/** Fixes that are far from where the others put them, measured by how well the others agree among themselves. */
function doubtfulOf(
  rows: readonly Row[],
  inverse: Float64Array,
  missing: readonly number[],
  weights: Float64Array,
): number[] {
  const squares = new Map<number, number>();
  for (const [i, { index, part }] of rows.entries()) {
    if (part === 2) continue;
    const square = weights[i]! ** 2 / Math.max(1e-300, inverse[i * rows.length + i]!);
    squares.set(index, (squares.get(index) ?? 0) + square);
  }
  if (squares.size < 4) return [];
  const all = dot(missing, weights);
  return [...squares]
    .filter(([, square]) => square / scaledBy(all - square, rows.length - 6) > DOUBTFUL ** 2)
    .map(([index]) => index);
}

function errorsOf(
  { x }: Chain,
  rows: readonly Row[],
  covariance: Covariance,
  inverse: Float64Array,
  scale: number,
): Float64Array {
  const [count, size] = [x.length, rows.length];
  const errors = new Float64Array(count);
  const stride = Math.max(1, Math.ceil((count * size * size * 2) / WORK));
  const block = new Float64Array(4);
  const columns = [new Float64Array(size), new Float64Array(size)] as const;
  const errorAt = (m: number) => {
    for (const [j, { fix, part }] of rows.entries()) {
      if (part === 2) covariance.heading(m, fix.picture, block);
      else covariance.position(m, fix.picture, block);
      columns[0][j] = part === 2 ? block[0]! : block[part]!;
      columns[1][j] = part === 2 ? block[1]! : block[2 + part]!;
    }
    covariance.position(m, m, block);
    let variance = block[0]! + block[3]!;
    for (const column of columns)
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let j = 0; j < size; j++) sum += inverse[i * size + j]! * column[j]!;
        variance -= column[i]! * sum;
      }
    return Math.sqrt(Math.max(0, variance) * scale);
  };
  for (let m = 0; m < count; m += stride) {
    const next = Math.min(count - 1, m + stride);
    errors[m] = errorAt(m);
    const end = stride === 1 ? 0 : errorAt(next);
    for (let k = m + 1; k < m + stride && k < count; k++)
      errors[k] = errors[m]! + ((end - errors[m]!) * (k - m)) / Math.max(1, next - m);
  }
  return errors;
}
