/**
 * Windows and doors as sources of light. In a room with one small window most random rays meet dark walls; sending some
 * of them through the openings removes most of the noise, and the mixture's density keeps the mean right.
 */
export interface Portal {
  centre: readonly [number, number, number];
  /** 0: the opening's plane is x = const, 1: y = const. */
  axis: 0 | 1;
  /** Half width along the wall and half height. */
  half: readonly [number, number];
  /** Rooms on its two sides. */
  rooms: readonly number[];
}

export interface Portals {
  /** Prepares the openings seen from a point; false when there are none. */
  begin(x: number, y: number, z: number, nx: number, ny: number, nz: number): boolean;
  /** Unit direction through a random opening, from three uniform numbers, into `out`. */
  sample(pick: number, r1: number, r2: number, out: Float64Array): void;
  /** Density of `sample` per steradian. */
  density(dx: number, dy: number, dz: number): number;
}

export type RoomBox = readonly [x0: number, y0: number, z0: number, x1: number, y1: number, z1: number];

export function createPortals(portals: readonly Portal[], rooms: readonly RoomBox[]): Portals {
  const byRoom = rooms.map((_, room) => portals.filter((portal) => portal.rooms.includes(room)));
  let active: readonly Portal[] = [];
  const weights = new Float64Array(32);
  let total = 0;
  let px = 0;
  let py = 0;
  let pz = 0;

  return {
    begin(x, y, z, nx, ny, nz) {
      active = [];
      for (let i = 0; i < rooms.length; i++) {
        const [x0, y0, z0, x1, y1, z1] = rooms[i]!;
        if (x > x0 && x < x1 && y > y0 && y < y1 && z > z0 && z < z1) {
          active = byRoom[i]!;
          break;
        }
      }
      total = 0;
      px = x;
      py = y;
      pz = z;
      for (let i = 0; i < active.length; i++) {
        const { centre, axis, half } = active[i]!;
        const ex = centre[0] - x;
        const ey = centre[1] - y;
        const ez = centre[2] - z;
        const d2 = ex * ex + ey * ey + ez * ez + 0.2;
        const facing = (nx * ex + ny * ey + nz * ez) / Math.sqrt(d2);
        const slant = Math.abs(axis === 0 ? ex : ey) / Math.sqrt(d2);
        const w =
          facing < -0.3 ? 0 : ((Math.max(0.1, facing) * Math.max(0.08, slant)) / d2) * half[0] * half[1];
        weights[i] = w;
        total += w;
      }
      return total > 0;
    },
    sample(pick, r1, r2, out) {
      let rest = pick * total;
      let i = 0;
      while (i < active.length - 1 && (rest -= weights[i]!) > 0) i++;
      const { centre, axis, half } = active[i]!;
      const a = (r1 * 2 - 1) * half[0];
      const b = (r2 * 2 - 1) * half[1];
      const dx = centre[0] + (axis === 1 ? a : 0) - px;
      const dy = centre[1] + (axis === 0 ? a : 0) - py;
      const dz = centre[2] + b - pz;
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1;
      out[0] = dx / length;
      out[1] = dy / length;
      out[2] = dz / length;
    },
    density(dx, dy, dz) {
      let sum = 0;
      for (let i = 0; i < active.length; i++) {
        if (weights[i] === 0) continue;
        const { centre, axis, half } = active[i]!;
        const away = axis === 0 ? centre[0] - px : centre[1] - py;
        const speed = axis === 0 ? dx : dy;
        const t = away / speed;
        if (!(t > 0)) continue;
        const across = axis === 0 ? py + dy * t - centre[1] : px + dx * t - centre[0];
        if (across > half[0] || across < -half[0]) continue;
        const up = pz + dz * t - centre[2];
        if (up > half[1] || up < -half[1]) continue;
        sum += (weights[i]! * t * t) / (Math.abs(speed) * 4 * half[0] * half[1]);
      }
      return sum / total;
    },
  };
}
