import type { MatchReason } from "#contract/choices.ts";
import { distanceBetween, isNear, nearest, plainName, type SpotRoom } from "./bindings-nearness.ts";
import type { AlikeRoom } from "./tables.ts";

/** A room with its picture's capture time and coordinates. */
export interface WalkRoom extends SpotRoom {
  readonly file_name: string;
  readonly captured_at: Date | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Metres; null where the camera did not record it. */
  readonly gps_accuracy: number | null;
  /** Rooms of another visit whose photos are like that of this room. */
  readonly alike: readonly AlikeRoom[];
}

/** Relative position of a pair in both visits: 1 is exactly the same, 0 is neutral, -1 speaks against it. */
export interface WalkPlace {
  readonly order: number;
  /** Null where one of the visits has no times. */
  readonly time: number | null;
}

export interface Evidence {
  /** Evidence for one spot; minus infinity where something rules it out. */
  readonly score: number;
  readonly reasons: readonly MatchReason[];
  /** Whether there is evidence beyond the order of the two visits. */
  readonly isStrong: boolean;
}

const out: Evidence = { score: Number.NEGATIVE_INFINITY, reasons: [], isStrong: false };

/** Assumed inaccuracy of a phone in metres where it is not recorded: between houses it is seldom better. */
const usualAccuracy = 10;
const earth = 111_320;

/** Evidence for and against two rooms of different visits showing one spot. Pure. */
export function evidenceFor(a: WalkRoom, b: WalkRoom, walk: WalkPlace): Evidence {
  const [plan, gps, name] = [byPlan(a, b), byGps(a, b), byName(a, b)];
  if (plan === null || gps === null) return out;
  const time = walk.time ?? 0;
  const look = byLook(a, b);
  const reasons: MatchReason[] = [];
  if (plan > 0) reasons.push("plan");
  if (look > seemingLook) reasons.push("look");
  if (gps > 0.1) reasons.push("gps");
  if (name > 0.4) reasons.push("name");
  if (walk.order > 0.6) reasons.push("order");
  if (time > 0.6) reasons.push("time");
  return {
    score: plan + look + gps + name + 0.45 * walk.order + 0.25 * time,
    reasons,
    isStrong: plan > 0 || look >= sureLook || name > 0.4 || gps > 0.3,
  };
}

/** Null where the floor plan rules it out: another floor, or too far apart. */
function byPlan(a: WalkRoom, b: WalkRoom): number | null {
  if (a.id_sheet === null || b.id_sheet === null) return 0;
  const distance = distanceBetween(a, b);
  if (distance === null) return null;
  const far = distance.metres === null ? distance.share / nearest.share : distance.metres / nearest.metres;
  if (isNear(distance)) return 1.2 - 0.6 * far;
  return far > 3 ? null : -0.3;
}

/** Likeness that is worth mentioning. */
const seemingLook = 0.25;
/**
 * Likeness that decides by itself. On the photos of the demo site wrong rooms reach 0.76 where a bare frame repeats
 * itself, and outlines alone 0.45 at most.
 */
export const sureLook = 0.85;

/** By the likeness of both photos, in whichever visit they were compared; what was not compared is neutral. */
export function byLook(a: WalkRoom, b: WalkRoom): number {
  const of = (one: WalkRoom, other: WalkRoom) =>
    one.alike.find(({ id_room }) => id_room === other.id_room)?.confidence ?? 0;
  return Math.max(of(a, b), of(b, a));
}

/** By latitude and longitude, as far as both are reliable; a floor above has the same. Null: surely elsewhere. */
function byGps(a: WalkRoom, b: WalkRoom): number | null {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return 0;
  const east = (b.longitude - a.longitude) * earth * Math.cos((a.latitude * Math.PI) / 180);
  const metres = Math.hypot(east, (b.latitude - a.latitude) * earth);
  const slack = (a.gps_accuracy ?? usualAccuracy) + (b.gps_accuracy ?? usualAccuracy);
  if (metres > slack * 2 + 5) return null;
  const weight = Math.min(0.9, Math.max(0.15, 6 / slack));
  return metres > slack ? -0.1 : weight * (1 - metres / slack);
}

/** By names given by users: similar ones are evidence for, different ones against. File numbers of a camera are neutral. */
function byName(a: WalkRoom, b: WalkRoom): number {
  if (!a.is_named || !b.is_named) return 0;
  // A room may have an English name on one visit and an Arabic one on the next.
  if (arabic.test(a.name) !== arabic.test(b.name)) return 0;
  const alike = likeness(plainName(a.name), plainName(b.name));
  return alike >= 0.55 ? 0.8 * alike : alike < 0.2 ? -0.55 : 0;
}

const arabic = /\p{Script=Arabic}/u;

/** Similarity of two names, 0 to 1: the share of common letter pairs (Dice), higher where one contains the other. Pure. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  // "Kitchen" and "Kitchen, ground floor".
  if (short.length > 3 && long.includes(short)) return 0.8;
  const pairs = (text: string) => {
    const letters = Array.from(text.normalize("NFKD").replaceAll(/[\p{M}\p{P}\s]+/gu, ""));
    return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  };
  const [of, left] = [pairs(a), pairs(b)];
  const total = of.length + left.length;
  if (total === 0) return 0;
  let common = 0;
  for (const pair of of) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    common += 1;
  }
  return (2 * common) / total;
}
