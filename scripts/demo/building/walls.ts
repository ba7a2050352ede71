import type { Scene } from "../core/scene.ts";
import { type Opening, SLAB, STAIR_WINDOW, STOREY, type Wall } from "./plan.ts";

/** Finish of the side that faces a point: (floor, x, y) just before the wall. */
export type FinishOf = (floor: number, x: number, y: number, outside: boolean) => number | undefined;

interface Piece {
  a: number;
  b: number;
  lo: number;
  hi: number;
}

/** Solid rectangles of a wall between its openings: along a..b, height lo..hi over the floor. */
export function piecesOf(wall: Wall, height: number): Piece[] {
  const length = Math.hypot(wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]);
  const pieces: Piece[] = [];
  let at = 0;
  for (const opening of [...wall.openings].sort((p, q) => p.at - q.at)) {
    pieces.push({ a: at, b: opening.at, lo: 0, hi: height });
    if (opening.sill > 0)
      pieces.push({ a: opening.at, b: opening.at + opening.width, lo: 0, hi: opening.sill });
    pieces.push({ a: opening.at, b: opening.at + opening.width, lo: opening.head, hi: height });
    at = opening.at + opening.width;
  }
  pieces.push({ a: at, b: length, lo: 0, hi: height });
  return cutStairWindow(
    wall,
    pieces.filter((piece) => piece.b - piece.a > 0.01 && piece.hi - piece.lo > 0.01),
  );
}

function cutStairWindow(wall: Wall, pieces: Piece[]): Piece[] {
  if (wall.from[1] !== 9.9) return pieces;
  const z = wall.floor * STOREY;
  const lo = Math.max(0, STAIR_WINDOW.z0 - z);
  const hi = Math.min(STOREY, STAIR_WINDOW.z1 - z);
  const { x0, x1 } = STAIR_WINDOW;
  return pieces.flatMap((piece) => {
    if (piece.a > x0 || piece.b < x1) return [piece];
    const parts = [
      { ...piece, b: x0 },
      { ...piece, a: x1 },
      { a: x0, b: x1, lo: piece.lo, hi: Math.min(piece.hi, lo) },
      { a: x0, b: x1, lo: Math.max(piece.lo, hi), hi: piece.hi },
    ];
    return parts.filter((part) => part.hi - part.lo > 0.01 && part.b - part.a > 0.01);
  });
}

/** Box in wall coordinates: along a..b, across p..q (positive to the left of the wall's direction), z. */
export function boxOnWall(
  scene: Scene,
  wall: Wall,
  material: number,
  [a, b]: readonly [number, number],
  [p, q]: readonly [number, number],
  [lo, hi]: readonly [number, number],
): void {
  const z = wall.floor * STOREY;
  const alongX = wall.from[1] === wall.to[1];
  const [x, y] = wall.from;
  if (alongX) scene.box(material, [x + a, y + p, z + lo], [x + b, y + q, z + hi]);
  else scene.box(material, [x - q, y + a, z + lo], [x - p, y + b, z + hi]);
}

/** Point beside the wall: `along` metres from its start, `across` to the left. */
export function beside(wall: Wall, along: number, across: number): [number, number] {
  const alongX = wall.from[1] === wall.to[1];
  return alongX
    ? [wall.from[0] + along, wall.from[1] + across]
    : [wall.from[0] - across, wall.from[1] + along];
}

/** Core of blocks, optionally with a skin of plaster or tiles on each side. */
export function buildWall(scene: Scene, wall: Wall, core: number, finish?: FinishOf): void {
  const height = STOREY - SLAB;
  const half = wall.thickness / 2;
  const skin = 0.012;
  for (const piece of piecesOf(wall, height)) {
    boxOnWall(scene, wall, core, [piece.a, piece.b], [-half, half], [piece.lo, piece.hi]);
    if (!finish) continue;
    for (const side of [-1, 1] as const) {
      const [x, y] = beside(wall, (piece.a + piece.b) / 2, side * (half + 0.3));
      const outside = x < 0 || x > 14 || y < 0 || y > 10;
      // A long piece may face two rooms; the rooms meet at crossing walls only, so cut it there.
      for (const [a, b] of cutAtCrossings(wall, piece.a, piece.b)) {
        const [mx, my] = beside(wall, (a + b) / 2, side * (half + 0.3));
        const material = finish(wall.floor, mx, my, outside);
        if (material === undefined) continue;
        const across = side > 0 ? ([half, half + skin] as const) : ([-half - skin, -half] as const);
        boxOnWall(scene, wall, material, [a, b], across, [piece.lo, piece.hi]);
      }
    }
  }
}

function cutAtCrossings(wall: Wall, a: number, b: number): [number, number][] {
  const alongX = wall.from[1] === wall.to[1];
  const lines = alongX ? [2.8, 6.5, 10] : [6.2];
  const start = alongX ? wall.from[0] : wall.from[1];
  const cuts = [a, ...lines.map((line) => line - start).filter((at) => at > a + 0.05 && at < b - 0.05), b];
  return cuts.slice(1).map((end, i) => [cuts[i]!, end]);
}

/** Walks all openings with their wall. */
export function eachOpening(walls: readonly Wall[], visit: (wall: Wall, opening: Opening) => void): void {
  for (const wall of walls) for (const opening of wall.openings) visit(wall, opening);
}
