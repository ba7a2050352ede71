type Point = readonly [x: number, y: number];

/** Share of the floor plan's width that a simplified line may be off. */
const OFF = 0.0015;
const DIGITS = 10_000;

/** The line without points that it passes closely anyway (Douglas and Peucker), within the floor plan, rounded. */
export function simplified(points: readonly Point[]): Point[] {
  const kept = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [from, to] = part;
    const [a, b] = [points[from], points[to]];
    if (a === undefined || b === undefined) continue;
    let [farthest, most] = [-1, OFF];
    for (let at = from + 1; at < to; at += 1) {
      const off = distance(points[at] ?? a, a, b);
      if (off > most) [farthest, most] = [at, off];
    }
    if (farthest === -1) continue;
    kept.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, at) => kept.has(at)).map(([x, y]): Point => [onPlan(x), onPlan(y)]);
}

const onPlan = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * DIGITS) / DIGITS;

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}
