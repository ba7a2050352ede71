import { EYE, STOREY } from "../building/plan.ts";
import { createRandom, seedOf } from "../core/random.ts";

type Point = readonly [x: number, y: number, z?: number];

/** A walk through the demo building, as a person with a camera on a helmet makes it. */
export interface DemoWalk {
  readonly name: string;
  /** Index of the building stage. */
  readonly visit: number;
  /** Corners of the course, metres; z is the floor. */
  readonly course: readonly Point[];
  /** Shares of the course at which the person stands still for two seconds. */
  readonly stops: readonly number[];
  /** Yaw of the walking direction in the camera: it is seldom mounted straight. */
  readonly mount: number;
  /** People who walk about, as centres of ellipsoids at the start and the end of the walk. */
  readonly people: readonly { readonly from: Point; readonly to: Point }[];
}

/** True position of a picture. */
export interface TruePicture {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly heading: number;
  /** Motion blur, pixels of yaw at a width of 640. */
  readonly blur: number;
  /** Stops by which the exposure differs. */
  readonly exposure: number;
}

const up = STOREY;
/** Up the eastern flight, over the landing, back along the western one. */
const stairs: readonly Point[] = [
  [9.05, 5.4, 0],
  [9.05, 8.6, up / 2],
  [9, 9.2, up / 2],
  [7.5, 9.2, up / 2],
  [7.5, 8.6, up / 2],
  [7.5, 5.6, up],
];
const round: readonly Point[] = [
  [7.6, 3.1],
  [5.4, 3.2],
  [2.7, 3.4],
  [2.7, 7],
  [3.8, 8],
  [5.6, 7.2],
  [7.3, 7.1],
  [7.6, 5],
];

export const WALKS: readonly DemoWalk[] = [
  {
    name: "frame",
    visit: 0,
    course: [
      ...[[8.3, 1.1] as const, ...round, [8.2, 3] as const, [10, 2.35] as const, [12.6, 2] as const],
      ...[[12.8, 5] as const, [11, 4.9] as const, [10.8, 2.4] as const, [8.4, 2.2] as const],
      ...[[7.4, 1] as const],
    ],
    stops: [0.45],
    mount: 12,
    people: [
      { from: [4.6, 4.8], to: [1.4, 2] },
      { from: [11.4, 1.2], to: [13, 4] },
    ],
  },
  {
    name: "blocks",
    visit: 1,
    course: [
      ...[[12.8, 5.2] as const, [11.2, 4.6] as const, [11, 2.4] as const, [9.8, 2.3] as const],
      ...[[8.3, 1.3] as const, ...round, [8.6, 3] as const, [8.6, 1] as const],
    ],
    stops: [0.3, 0.7],
    mount: -20,
    people: [{ from: [4, 1.4], to: [5.6, 5.2] }],
  },
  {
    name: "finished",
    visit: 2,
    course: [
      ...[[8.4, 0.9] as const, [8.2, 3] as const, [5.4, 3.1] as const, [4.2, 1.3] as const],
      ...[[1.6, 1.5] as const, [1.5, 4.4] as const, [2.7, 5.2] as const, [2.7, 7.4] as const],
      ...[[5, 8.4] as const, [4.6, 7.2] as const, [2.8, 7] as const, [2.7, 5] as const],
      ...[[5, 4.6] as const, [5.8, 3.1] as const, [8.2, 2.4] as const, [10, 2.35] as const],
      ...[[12.4, 2.2] as const, [12.6, 4.6] as const],
    ],
    stops: [0.6],
    mount: 5,
    people: [{ from: [3.4, 5], to: [4.4, 2.4] }],
  },
  {
    name: "storeys",
    visit: 1,
    course: [
      ...[[8.3, 1] as const, [8.2, 3.4] as const, ...stairs, [8, 3.6, up] as const],
      ...[[6.5, 3, up] as const, [4, 2.6, up] as const, [1.8, 3, up] as const, [2, 5, up] as const],
      ...[[4.4, 5, up] as const, [4.6, 7.6, up] as const, [4.6, 5.2, up] as const],
      ...[[5, 3, up] as const, [8, 3, up] as const, [10.2, 2.8, up] as const, [12.6, 2.6, up] as const],
    ],
    stops: [0.5],
    mount: -8,
    people: [{ from: [2.6, 1.4, up], to: [3, 4.6, up] }],
  },
  {
    name: "loop",
    visit: 1,
    course: [...[[8.2, 4.4] as const], ...round, ...round, [8.2, 3.4]],
    stops: [],
    mount: 30,
    people: [{ from: [1.2, 4.4], to: [5.4, 4.8] }],
  },
];

/** The walk of the demo site: past every room of both floors, after the finishes. */
export const DEMO_WALK: DemoWalk = {
  name: "house",
  visit: 2,
  course: [
    ...[[8.3, 1.1] as const, [8.35, 2.5] as const, [7.6, 3.1] as const, [5.4, 3.2] as const],
    ...[[3.7, 3.05] as const, [2.7, 3.6] as const, [2.7, 7] as const, [3.3, 7.8] as const],
    ...[[5, 7.6] as const, [5.6, 7.2] as const, [7.3, 7.1] as const, [7.6, 5] as const, [8.3, 3] as const],
    ...[[9.8, 2.35] as const, [12.1, 3.1] as const, [11.6, 2.3] as const, [9.8, 2.35] as const],
    ...[[8.4, 3.2] as const, ...stairs, [8.2, 2.9, up] as const, [6.5, 3, up] as const],
    ...[[3.4, 3.2, up] as const, [4.2, 5, up] as const, [4.65, 7.8, up] as const, [4.5, 5.2, up] as const],
    ...[[5, 3.4, up] as const, [8, 3, up] as const, [10.2, 2.8, up] as const, [12, 2.8, up] as const],
  ],
  stops: [],
  mount: 8,
  people: [],
};

/** Pictures per second. */
export const RATE = 3;
/** Metres per second. */
const PACE = 1.3;
const FINE = 0.02;
/** Half the length over which corners are rounded, metres. */
const ROUNDED = 0.45;

interface Sample {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** The course in steps of two centimetres, its corners rounded as people walk them. */
function sampled(course: readonly Point[]): Sample[] {
  const sharp: Sample[] = [];
  for (let i = 1; i < course.length; i++) {
    const [ax, ay, az = 0] = course[i - 1]!;
    const [bx, by, bz = 0] = course[i]!;
    const count = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / FINE));
    for (let k = 0; k < count; k++) {
      const share = k / count;
      sharp.push({ x: ax + (bx - ax) * share, y: ay + (by - ay) * share, z: az + (bz - az) * share });
    }
  }
  const reach = Math.round(ROUNDED / FINE);
  return sharp.map((_, i) => {
    const half = Math.min(reach, i, sharp.length - 1 - i);
    const around = sharp.slice(i - half, i + half + 1);
    const mean = (part: keyof Sample) => around.reduce((sum, one) => sum + one[part], 0) / around.length;
    return { x: mean("x"), y: mean("y"), z: mean("z") };
  });
}

const DEGREES = 180 / Math.PI;

/** Position of every picture, with an uneven pace, a swaying camera, blur and jumps of exposure. */
export function picturesOf(walk: DemoWalk): TruePicture[] {
  const random = createRandom(seedOf(`walk ${walk.name}`));
  const samples = sampled(walk.course);
  const stops = walk.stops.map((share) => Math.round(share * samples.length));
  const found: TruePicture[] = [];
  let [at, reached, pace, exposure, waiting] = [0, 0, 1, 0, 0];
  while (reached < samples.length) {
    const here = samples[reached]!;
    const before = samples[Math.max(0, reached - 12)]!;
    const after = samples[Math.min(samples.length - 1, reached + 12)]!;
    const walking = Math.atan2(after.x - before.x, after.y - before.y) * DEGREES;
    const sway = 6 * Math.sin(at * 1.7) + 4 * Math.sin(at * 0.6 + 1);
    if (random() < 0.06) exposure = (random() - 0.5) * 1.2;
    found.push({
      at: Math.round(at * 1000) / 1000,
      x: round3(here.x + 0.02 * Math.sin(at * 6)),
      y: round3(here.y),
      z: round3(here.z + EYE + 0.02 * Math.sin(at * 11)),
      heading: round3((((walking - walk.mount + sway) % 360) + 360) % 360),
      blur: random() < 0.3 ? round3(random() * 5) : 0,
      exposure: round3(exposure),
    });
    at += 1 / RATE;
    if (waiting === 0 && stops.some((stop) => stop > reached && stop - reached < 25)) waiting = 7;
    if (waiting > 1) {
      waiting--;
      continue;
    }
    waiting = 0;
    pace = Math.min(1.5, Math.max(0.45, pace + (random() - 0.5) * 0.5));
    reached += Math.round((PACE * pace) / RATE / FINE);
  }
  return found;
}

const round3 = (value: number) => Math.round(value * 1000) / 1000;
