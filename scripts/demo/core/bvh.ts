import { KIND_BOX, KIND_TUBE, type Solid, STRIDE } from "./scene.ts";

/**
 * Bounding volume hierarchy in flat arrays. A node holds the boxes of its two children (`bounds`, twelve numbers: lo
 * and hi of x, y, z for each) and their indices (`kids`): the number of an inner node, or -1 - (first solid * 8 +
 * count) for a leaf.
 */
export interface Bvh {
  bounds: Float32Array;
  kids: Int32Array;
  packed: Float32Array;
  kinds: Uint8Array;
  materials: Uint8Array;
  opacity: Float32Array;
}

const LEAF_SIZE = 2;
const BUCKETS = 20;

function boundsOf(solid: Solid, out: Float32Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    let reach: number;
    const [x, y, z] = solid.axes;
    const [a, b, c] = solid.half;
    if (solid.kind === KIND_BOX) reach = solid.half[k]!;
    else if (solid.kind === KIND_TUBE) {
      const radius = Math.max(a, b);
      reach = Math.abs(z[k]!) * c + radius * Math.sqrt(Math.max(0, 1 - z[k]! * z[k]!));
    } else reach = Math.abs(x[k]!) * a + Math.abs(y[k]!) * b + Math.abs(z[k]!) * c;
    out[at + k] = solid.centre[k]! - reach - 1e-4;
    out[at + 3 + k] = solid.centre[k]! + reach + 1e-4;
  }
}

function area(b: Float32Array): number {
  const x = b[3]! - b[0]!;
  const y = b[4]! - b[1]!;
  const z = b[5]! - b[2]!;
  return x < 0 ? 0 : x * y + y * z + z * x;
}

function emptyBounds(): Float32Array {
  return Float32Array.of(1e9, 1e9, 1e9, -1e9, -1e9, -1e9);
}

function grow(b: Float32Array, from: Float32Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    b[k] = Math.min(b[k]!, from[at + k]!);
    b[k + 3] = Math.max(b[k + 3]!, from[at + k + 3]!);
  }
}

/** Best of the binned surface-area splits over all axes; reorders `order` between lo and hi, returns where the second part starts. */
function split(order: Int32Array, bounds: Float32Array, lo: number, hi: number): number {
  const middleOf = (i: number, axis: number) => bounds[i * 6 + axis]! + bounds[i * 6 + axis + 3]!;
  let best = Infinity;
  let bestAxis = 0;
  let bestEdge = 0;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = lo; i < hi; i++) {
      const m = middleOf(order[i]!, axis);
      min = Math.min(min, m);
      max = Math.max(max, m);
    }
    if (max - min < 1e-6) continue;
    const boxes = Array.from({ length: BUCKETS }, emptyBounds);
    const counts = new Int32Array(BUCKETS);
    const scale = (BUCKETS * 0.9999) / (max - min);
    for (let i = lo; i < hi; i++) {
      const bucket = Math.floor((middleOf(order[i]!, axis) - min) * scale);
      counts[bucket]! += 1;
      grow(boxes[bucket]!, bounds, order[i]! * 6);
    }
    for (let edge = 1; edge < BUCKETS; edge++) {
      const left = emptyBounds();
      const right = emptyBounds();
      let leftCount = 0;
      let rightCount = 0;
      for (let b = 0; b < BUCKETS; b++) {
        if (counts[b] === 0) continue;
        if (b < edge) leftCount += counts[b]!;
        else rightCount += counts[b]!;
        grow(b < edge ? left : right, boxes[b]!, 0);
      }
      if (leftCount === 0 || rightCount === 0) continue;
      const cost = area(left) * leftCount + area(right) * rightCount;
      if (cost < best) {
        best = cost;
        bestAxis = axis;
        bestEdge = min + edge / scale;
      }
    }
  }
  const part = order.subarray(lo, hi);
  if (best === Infinity) return (lo + hi) >> 1;
  const left = part.filter((i) => middleOf(i, bestAxis) < bestEdge);
  const right = part.filter((i) => middleOf(i, bestAxis) >= bestEdge);
  part.set(left);
  part.set(right, left.length);
  return left.length === 0 || right.length === 0 ? (lo + hi) >> 1 : lo + left.length;
}

function pack(solids: readonly Solid[], order: Int32Array): Omit<Bvh, "bounds" | "kids"> {
  const packed = new Float32Array(solids.length * STRIDE);
  const kinds = new Uint8Array(solids.length);
  const materials = new Uint8Array(solids.length);
  const opacity = new Float32Array(solids.length);
  order.forEach((from, to) => {
    const solid = solids[from]!;
    packed.set([...solid.centre, ...solid.half, ...solid.axes.flat(), solid.seed], to * STRIDE);
    kinds[to] = solid.kind;
    materials[to] = solid.material;
    opacity[to] = solid.opacity;
  });
  return { packed, kinds, materials, opacity };
}

export function buildBvh(solids: readonly Solid[]): Bvh {
  const boxes = new Float32Array(solids.length * 6);
  solids.forEach((solid, i) => boundsOf(solid, boxes, i * 6));
  const order = Int32Array.from(solids.keys());
  const bounds = new Float32Array(solids.length * 12);
  const kids = new Int32Array(solids.length * 2);
  let used = 0;

  /** Returns the node index of the part lo..hi of the order, and writes its box. */
  const build = (lo: number, hi: number, bounds: Float32Array, at: number): number => {
    const box = emptyBounds();
    for (let i = lo; i < hi; i++) grow(box, boxes, order[i]! * 6);
    for (let k = 0; k < 3; k++) {
      bounds[at + k * 2] = box[k]!;
      bounds[at + k * 2 + 1] = box[k + 3]!;
    }
    if (hi - lo <= LEAF_SIZE) return -1 - (lo * 8 + hi - lo);
    return inner(lo, hi);
  };
  const inner = (lo: number, hi: number): number => {
    const node = used++;
    const middle = split(order, boxes, lo, hi);
    kids[node * 2] = build(lo, middle, bounds, node * 12);
    kids[node * 2 + 1] = build(middle, hi, bounds, node * 12 + 6);
    return node;
  };
  inner(0, solids.length);
  return { bounds: bounds.slice(0, used * 12), kids: kids.slice(0, used * 2), ...pack(solids, order) };
}
