import type { Portal, RoomBox } from "../core/portals.ts";

/** The house in metres: x east, y north, z up; the top of the ground slab is z = 0. */

export const WIDTH = 14;
export const DEPTH = 10;
export const STOREY = 3.6;
export const SLAB = 0.25;
export const EYE = 1.6;

export type Floor = 0 | 1;

export interface Opening {
  kind: "door" | "window" | "passage";
  /** Distance of the opening's start from the wall's start. */
  at: number;
  width: number;
  sill: number;
  head: number;
}

export interface Wall {
  floor: Floor;
  /** Centre line. */
  from: readonly [number, number];
  to: readonly [number, number];
  thickness: number;
  outer: boolean;
  openings: readonly Opening[];
}

const door = (at: number, width = 0.95, head = 2.2): Opening => ({ kind: "door", at, width, sill: 0, head });
const passage = (at: number, width: number, head = 2.55): Opening => ({
  kind: "passage",
  at,
  width,
  sill: 0,
  head,
});
const window = (at: number, width: number, sill = 0.9, head = 2.4): Opening => ({
  kind: "window",
  at,
  width,
  sill,
  head,
});

function wall(
  floor: Floor,
  from: readonly [number, number],
  to: readonly [number, number],
  outer: boolean,
  openings: readonly Opening[],
): Wall {
  return { floor, from, to, thickness: outer ? 0.2 : 0.15, outer, openings };
}

/** Walls run west to east or south to north. */
export const WALLS: readonly Wall[] = [
  wall(0, [0, 0.1], [14, 0.1], true, [
    window(1.4, 3.6, 0.1, 2.6),
    door(7.5, 1.5, 2.5),
    window(11, 2.2, 0.6, 2.5),
  ]),
  wall(0, [0, 9.9], [14, 9.9], true, [window(1.4, 2.4, 1.1, 2.3), window(11.6, 1, 1.5, 2.3)]),
  wall(0, [0.1, 0.2], [0.1, 9.8], true, [window(0.9, 1.7), window(3.5, 1.7), window(7.2, 1.5, 1.1, 2.3)]),
  wall(0, [13.9, 0.2], [13.9, 9.8], true, [window(0.9, 1.5), window(3.4, 1.5), window(7.4, 0.9, 1.5, 2.3)]),
  wall(0, [6.5, 0.2], [6.5, 9.8], false, [passage(1.7, 2.5), door(6.45, 1)]),
  wall(0, [10, 0.2], [10, 9.8], false, [door(1.4, 1.5, 2.3), door(6.4, 0.85)]),
  wall(0, [0.2, 6.2], [6.42, 6.2], false, [passage(1.6, 1.8)]),
  wall(0, [10.08, 6.2], [13.8, 6.2], false, []),
  wall(1, [0, 0.1], [10.08, 0.1], true, [window(1.6, 3, 0.45, 2.5), window(7.2, 2.1, 0.9, 2.5)]),
  wall(1, [0, 9.9], [14, 9.9], true, [
    window(0.9, 0.9, 1.2, 2.3),
    window(4.1, 1.3, 1.45, 2.25),
    window(11.2, 1.7),
  ]),
  wall(1, [0.1, 0.2], [0.1, 9.8], true, [window(0.9, 1.6, 0.6, 2.45), window(3.5, 1.6, 0.6, 2.45)]),
  wall(1, [13.9, 6.2], [13.9, 9.8], true, [window(1.1, 1.3)]),
  wall(1, [6.5, 0.2], [6.5, 9.8], false, [door(2.3, 1, 2.3)]),
  wall(1, [10, 0.2], [10, 9.8], true, [passage(1, 3.2, 2.5)]),
  wall(1, [0.2, 6.2], [6.42, 6.2], false, [door(0.7, 0.85), door(3.9, 0.95, 2.3)]),
  wall(1, [2.8, 6.28], [2.8, 9.8], false, []),
  wall(1, [10.1, 6.2], [13.8, 6.2], true, [passage(0.9, 1.7, 2.4)]),
];

/** The tall window of the stairs is in the north wall and spans both storeys. */
export const STAIR_WINDOW = { x0: 7.5, x1: 9, z0: 2.5, z1: 5.7 };

/** Opening in the first floor over the stairs. */
export const STAIRWELL = { x0: 6.75, x1: 9.75, y0: 5.6, y1: 9.8 };

export interface Room {
  slug: string;
  name: { en: string; ar: string };
  floor: Floor;
  /** Position of the camera. */
  x: number;
  y: number;
  heading: number;
  /** Label position and outline on the plan. */
  box: readonly [number, number, number, number];
  links: readonly { to: string; x: number; y: number; z: number }[];
}

/** `z` of a link is over the floor of the room the camera is in. */
export const ROOMS: readonly Room[] = [
  {
    slug: "entrance-hall",
    name: { en: "Entrance hall", ar: "بهو المدخل" },
    floor: 0,
    x: 8.35,
    y: 2.5,
    heading: 350,
    box: [6.58, 0.2, 9.92, 9.8],
    links: [
      { to: "living-hall", x: 6.5, y: 3.1, z: 1.1 },
      { to: "majlis", x: 10, y: 2.35, z: 1.1 },
      { to: "kitchen", x: 6.5, y: 7.15, z: 1.1 },
      { to: "family-lounge", x: 9.05, y: 6.6, z: 1.4 },
    ],
  },
  {
    slug: "living-hall",
    name: { en: "Living hall", ar: "صالة المعيشة" },
    floor: 0,
    x: 3.7,
    y: 3.0,
    heading: 60,
    box: [0.2, 0.2, 6.42, 6.12],
    links: [
      { to: "entrance-hall", x: 6.5, y: 3.15, z: 1.1 },
      { to: "kitchen", x: 2.7, y: 6.2, z: 1.1 },
    ],
  },
  {
    slug: "kitchen",
    name: { en: "Kitchen", ar: "المطبخ" },
    floor: 0,
    x: 3.3,
    y: 7.8,
    heading: 300,
    box: [0.2, 6.28, 6.42, 9.8],
    links: [
      { to: "living-hall", x: 2.7, y: 6.2, z: 1.1 },
      { to: "entrance-hall", x: 6.5, y: 7.15, z: 1.1 },
    ],
  },
  {
    slug: "majlis",
    name: { en: "Majlis", ar: "المجلس" },
    floor: 0,
    x: 12.1,
    y: 3.2,
    heading: 215,
    box: [10.08, 0.2, 13.8, 6.12],
    links: [{ to: "entrance-hall", x: 10, y: 2.35, z: 1.1 }],
  },
  {
    slug: "family-lounge",
    name: { en: "Family lounge", ar: "صالة العائلة" },
    floor: 1,
    x: 8.2,
    y: 2.9,
    heading: 15,
    box: [6.58, 0.2, 9.9, 9.8],
    links: [
      { to: "bedroom", x: 6.5, y: 3.0, z: 1.1 },
      { to: "terrace", x: 10, y: 2.8, z: 1.1 },
      { to: "entrance-hall", x: 7.5, y: 6.1, z: 0 },
    ],
  },
  {
    slug: "bedroom",
    name: { en: "Main bedroom", ar: "غرفة النوم الرئيسية" },
    floor: 1,
    x: 3.4,
    y: 3.3,
    heading: 240,
    box: [0.2, 0.2, 6.42, 6.12],
    links: [
      { to: "family-lounge", x: 6.5, y: 3.0, z: 1.1 },
      { to: "bathroom", x: 4.57, y: 6.2, z: 1.1 },
    ],
  },
  {
    slug: "bathroom",
    name: { en: "Bathroom", ar: "الحمام" },
    floor: 1,
    x: 4.7,
    y: 7.9,
    heading: 20,
    box: [2.88, 6.28, 6.42, 9.8],
    links: [{ to: "bedroom", x: 4.57, y: 6.2, z: 1.1 }],
  },
  {
    slug: "terrace",
    name: { en: "Roof terrace", ar: "التراس" },
    floor: 1,
    x: 12,
    y: 2.8,
    heading: 250,
    box: [10.1, 0.15, 13.9, 6.1],
    links: [{ to: "family-lounge", x: 10, y: 2.8, z: 1.1 }],
  },
];

export function roomOf(slug: string): Room {
  const room = ROOMS.find((candidate) => candidate.slug === slug);
  if (!room) throw new Error(`No room called ${slug}. There are: ${ROOMS.map((r) => r.slug).join(", ")}.`);
  return room;
}

/** Clear boxes of all rooms, including those without a camera. */
const BOXES: readonly (readonly [Floor, number, number, number, number])[] = [
  ...ROOMS.filter((room) => room.slug !== "terrace").map((room) => [room.floor, ...room.box] as const),
  [0, 10.08, 6.28, 13.8, 9.8],
  [1, 0.2, 6.28, 2.72, 9.8],
  [1, 10.1, 6.3, 13.8, 9.8],
];

export const ROOM_BOXES: readonly RoomBox[] = BOXES.map(([floor, x0, y0, x1, y1]) => [
  x0 - 0.04,
  y0 - 0.04,
  floor * STOREY - 0.04,
  x1 + 0.04,
  y1 + 0.04,
  (floor + 1) * STOREY - 0.1,
]);

function portalAt(x: number, y: number, lo: number, hi: number, half: number, alongX: boolean): Portal {
  const z = (lo + hi) / 2;
  const sides = [-0.4, 0.4].map((d) => (alongX ? [x, y + d] : [x + d, y]));
  const rooms = ROOM_BOXES.flatMap(([x0, y0, z0, x1, y1, z1], i) =>
    sides.some(([a, b]) => a! > x0 && a! < x1 && b! > y0 && b! < y1 && z > z0 && z < z1) ? [i] : [],
  );
  return { centre: [x, y, z], axis: alongX ? 1 : 0, half: [half, (hi - lo) / 2], rooms };
}

export const PORTALS: readonly Portal[] = [
  ...WALLS.flatMap((w) =>
    w.openings.map((o) => {
      const alongX = w.from[1] === w.to[1];
      const middle = o.at + o.width / 2;
      const z = w.floor * STOREY;
      return portalAt(
        w.from[0] + (alongX ? middle : 0),
        w.from[1] + (alongX ? 0 : middle),
        z + o.sill,
        z + o.head,
        o.width / 2,
        alongX,
      );
    }),
  ),
  portalAt(8.25, 9.9, STAIR_WINDOW.z0, STOREY, 0.75, true),
  portalAt(8.25, 9.9, STOREY, STAIR_WINDOW.z1, 0.75, true),
];
