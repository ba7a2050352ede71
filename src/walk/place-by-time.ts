import { compass, RADIANS } from "./angles.ts";
import { type Frame, onPlan } from "./sheet-frames.ts";
import type { PlacedPicture, PlacedWalk, WalkPath, WalkTap } from "./types.ts";
import { stretchesOf } from "./uncertain.ts";

/** Pictures nearer to a tap than this are sure, metres along the line to the next tap. */
const NEAR_METRES = 1;

interface Stop {
  readonly at: number;
  readonly picture: number;
  readonly sheet: string;
  readonly x: number;
  readonly y: number;
}

/** Without a path: pictures are spread evenly between the taps, by the time that passed. */
export function placeByTime(
  path: WalkPath,
  taps: readonly WalkTap[],
  frames: ReadonlyMap<string, Frame>,
  sheetOf: readonly string[],
): PlacedWalk {
  const stops = taps
    .map(({ picture, sheet, x, y }): Stop => {
      const { width, height } = frames.get(sheet)!;
      return { at: path.pictures[picture]!.at, picture, sheet, x: x * width, y: -y * height };
    })
    .toSorted((a, b) => a.picture - b.picture);
  const tapped = new Set(taps.map(({ picture }) => picture));
  const pictures = path.pictures.map(({ at }, i): PlacedPicture => {
    const after = stops.findIndex(({ picture }) => picture >= i);
    const next = stops[after < 0 ? stops.length - 1 : after]!;
    const last = after > 0 ? stops[after - 1]! : next;
    const share = next === last ? 0 : (at - last.at) / Math.max(1e-6, next.at - last.at);
    const isSplit = last.sheet !== next.sheet;
    const known = sheetOf[i] === last.sheet ? last : next;
    const sheet = isSplit ? known.sheet : next.sheet;
    const x = isSplit ? known.x : last.x + (next.x - last.x) * share;
    const y = isSplit ? known.y : last.y + (next.y - last.y) * share;
    const length = Math.hypot(next.x - last.x, next.y - last.y);
    const error = errorOf(path, i, stops, length * Math.min(share, 1 - share), tapped.has(i));
    return {
      sheet,
      ...onPlan(frames.get(sheet)!, x, y),
      heading: compass(Math.atan2(next.x - last.x, next.y - last.y) / RADIANS),
      error,
      isUncertain: error > NEAR_METRES,
    };
  });
  return {
    pictures,
    uncertain: stretchesOf(pictures),
    next: nextOf(path, stops),
    method: "time",
    doubtful: [],
  };
}

/** A walk may go anywhere between taps: the error grows with the seconds to the nearest one. */
function errorOf(
  path: WalkPath,
  i: number,
  stops: readonly Stop[],
  along: number,
  isTapped: boolean,
): number {
  if (isTapped) return 0.3;
  const at = path.pictures[i]!.at;
  const seconds = Math.min(...stops.map((stop) => Math.abs(stop.at - at)));
  return Math.max(0.3, 0.3 * along, 0.4 * seconds);
}

/** The middle of the longest time without a tap. */
function nextOf({ pictures }: WalkPath, stops: readonly Stop[]): number | undefined {
  const last = pictures.length - 1;
  if (last < 1) return undefined;
  if (stops[0]!.picture > 0 && stops.length === 1 && stops[0]!.picture * 2 > last) return 0;
  if (stops.at(-1)!.picture < last && stops.length === 1) return last;
  let [longest, found]: [number, number | undefined] = [3, undefined];
  const bounds = [0, ...stops.map(({ picture }) => picture), last];
  for (let i = 1; i < bounds.length; i++) {
    const [from, to] = [bounds[i - 1]!, bounds[i]!];
    const seconds = pictures[to]!.at - pictures[from]!.at;
    if (seconds <= longest || to === from) continue;
    longest = seconds;
    const isTapped = (picture: number) => stops.some((stop) => stop.picture === picture);
    found = isTapped(from) ? (isTapped(to) ? (from + to) >> 1 : to) : from;
  }
  return found;
}
