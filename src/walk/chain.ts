/**
 * A walk as a chain of steps with doubts. Each step may bend all that follows (heading), stretch all that follows (scale)
 * and be off by itself. Doubts are small, so positions are linear in them, and covariances of any two pictures are sums
 * over the steps that both have behind them: prefix sums make each of them cost a fixed number of operations.
 */
export interface Chain {
  /** Positions on the plan, y upwards, and headings in radians. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly heading: Float64Array;
  /** Of step `i + 1`, from picture `i` to `i + 1`; number 0 is the position of the whole walk on the plan. */
  readonly doubts: Doubts;
}

export interface Doubts {
  /** Variance of the change of heading and of the logarithm of the scale, for all that follows. */
  readonly bend: Float64Array;
  readonly stretch: Float64Array;
  /** Variance of the step itself, along it, across it, and in every direction. */
  readonly along: Float64Array;
  readonly across: Float64Array;
  readonly jump: Float64Array;
}

/** Corrections of each step; the same numbering as doubts. */
export interface Corrections {
  readonly bend: Float64Array;
  readonly stretch: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export const noCorrections = (size: number): Corrections => ({
  bend: new Float64Array(size),
  stretch: new Float64Array(size),
  x: new Float64Array(size),
  y: new Float64Array(size),
});

/** The chain with its corrections; bends are clockwise. */
export function corrected(base: Chain, { bend, stretch, x, y }: Corrections): Chain {
  const count = base.x.length;
  const out = { x: new Float64Array(count), y: new Float64Array(count), heading: new Float64Array(count) };
  let [turn, scale] = [bend[0]!, stretch[0]!];
  let [atX, atY] = [base.x[0]! + x[0]!, base.y[0]! + y[0]!];
  for (let i = 0; i < count; i++) {
    out.x[i] = atX;
    out.y[i] = atY;
    out.heading[i] = base.heading[i]! + turn;
    if (i + 1 === count) break;
    const [c, s] = [Math.cos(turn) * Math.exp(scale), Math.sin(turn) * Math.exp(scale)];
    const [dx, dy] = [base.x[i + 1]! - base.x[i]!, base.y[i + 1]! - base.y[i]!];
    atX += c * dx + s * dy + x[i + 1]!;
    atY += c * dy - s * dx + y[i + 1]!;
    turn += bend[i + 1]!;
    scale += stretch[i + 1]!;
  }
  return { ...out, doubts: base.doubts };
}

/** Pivot of step `n`: where its bend begins to act. */
const pivot = (n: number) => n;

const SUMS = 16;

/** Prefix sums over the steps, so that covariances cost a fixed number of operations. */
export function createCovariance({ x, y, doubts }: Chain) {
  const count = x.length;
  const sums = new Float64Array(count * SUMS);
  const now = new Float64Array(SUMS);
  for (let i = 0; i < count; i++) {
    const [px, py] = [x[pivot(i)]!, y[pivot(i)]!];
    const [q, r] = [doubts.bend[i]!, doubts.stretch[i]!];
    const [dx, dy] = i === 0 ? [0, 0] : [x[i]! - x[i - 1]!, y[i]! - y[i - 1]!];
    const add = [
      ...[q, q * px, q * py, q * px * px, q * px * py, q * py * py],
      ...[r, r * px, r * py, r * px * px, r * px * py, r * py * py],
      ...stepCovariance(doubts, i, dx, dy),
    ];
    for (let k = 0; k < add.length; k++) now[k]! += add[k]!;
    sums.set(now, i * SUMS);
  }
  let blocks = 0;
  return {
    /** Number of covariances so far: the measure of the work done. */
    blocks: () => blocks,
    /** Covariance of the positions of two pictures, row by row. */
    position(m: number, k: number, out: Float64Array): void {
      blocks++;
      const s = Math.min(m, k) * SUMS;
      const [mx, my, kx, ky] = [x[m]!, y[m]!, x[k]!, y[k]!];
      const bent = (at: number, a: number, b: number, one: number, other: number, square: number) =>
        sums[at]! * a * b - a * sums[at + other]! - sums[at + one]! * b + sums[at + square]!;
      const q = s;
      const r = s + 6;
      out[0] = bent(q, my, ky, 2, 2, 5) + bent(r, mx, kx, 1, 1, 3) + sums[s + 12]!;
      out[1] = -bent(q, my, kx, 2, 1, 4) + bent(r, mx, ky, 1, 2, 4) + sums[s + 13]!;
      out[2] = -bent(q, mx, ky, 1, 2, 4) + bent(r, my, kx, 2, 1, 4) + sums[s + 13]!;
      out[3] = bent(q, mx, kx, 1, 1, 3) + bent(r, my, ky, 2, 2, 5) + sums[s + 14]!;
    },
    /** Covariance of the position of picture `m` with the heading of picture `k`. */
    heading(m: number, k: number, out: Float64Array): void {
      blocks++;
      const s = Math.min(m, k) * SUMS;
      out[0] = sums[s]! * y[m]! - sums[s + 2]!;
      out[1] = -(sums[s]! * x[m]! - sums[s + 1]!);
    },
    headings: (m: number, k: number) => sums[Math.min(m, k) * SUMS]!,
  };
}

/** Of a step by itself: xx, xy, yy. */
function stepCovariance({ along, across, jump }: Doubts, i: number, dx: number, dy: number): number[] {
  const [a, b, c] = [along[i]!, across[i]!, jump[i]!];
  return [a * dx * dx + b * dy * dy + c, (a - b) * dx * dy, a * dy * dy + b * dx * dx + c];
}

/** A weight at a picture: of its position and its heading. */
export interface Pull {
  readonly picture: number;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

/** The most likely corrections under weights at pictures. */
export function correctionsBy({ x, y, doubts }: Chain, pulls: readonly Pull[]): Corrections {
  const count = x.length;
  const out = noCorrections(count);
  const sorted = pulls.toSorted((a, b) => b.picture - a.picture);
  // Sums over the pictures behind the step: weights, their moments about the origin, and weights of headings.
  let [sx, sy, turning, stretching] = [0, 0, 0, 0];
  let next = 0;
  for (let i = count - 1; i >= 0; i--) {
    for (let pull = sorted[next]; pull !== undefined && pull.picture >= i; pull = sorted[++next]) {
      sx += pull.x;
      sy += pull.y;
      turning += y[pull.picture]! * pull.x - x[pull.picture]! * pull.y + pull.heading;
      stretching += x[pull.picture]! * pull.x + y[pull.picture]! * pull.y;
    }
    const [px, py] = [x[pivot(i)]!, y[pivot(i)]!];
    out.bend[i] = doubts.bend[i]! * (turning - (py * sx - px * sy));
    out.stretch[i] = doubts.stretch[i]! * (stretching - (px * sx + py * sy));
    const [dx, dy] = i === 0 ? [0, 0] : [x[i]! - x[i - 1]!, y[i]! - y[i - 1]!];
    const [xx = 0, xy = 0, yy = 0] = stepCovariance(doubts, i, dx, dy);
    out.x[i] = xx * sx + xy * sy;
    out.y[i] = xy * sx + yy * sy;
  }
  return out;
}

/** What corrections do to positions and headings to first order: the three numbers of each picture. */
export function effectOf({ x, y }: Chain, corrections: Corrections): Float64Array {
  const count = x.length;
  const out = new Float64Array(count * 3);
  let [bend, bendX, bendY, stretch, stretchX, stretchY, ux, uy] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [px, py] = [x[pivot(i)]!, y[pivot(i)]!];
    const [b, g] = [corrections.bend[i]!, corrections.stretch[i]!];
    bend += b;
    bendX += b * px;
    bendY += b * py;
    stretch += g;
    stretchX += g * px;
    stretchY += g * py;
    ux += corrections.x[i]!;
    uy += corrections.y[i]!;
    out[i * 3] = ux + (bend * py - bendY) + (stretch * px - stretchX);
    out[i * 3 + 1] = uy - (bend * px - bendX) + (stretch * py - stretchY);
    out[i * 3 + 2] = bend;
  }
  return out;
}
