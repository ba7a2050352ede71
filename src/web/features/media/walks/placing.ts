import type { Sheet } from "#contract/sheets.ts";
import type { WalkTapPlace, WalkTrack } from "#contract/walks.ts";
import { placeOnSheets } from "#walk/place-on-sheets.ts";
import type { PlacedWalk } from "#walk/types.ts";

/** A floor plan with an image, on which a walk is placed. */
export type WalkSheetPlan = Sheet & { readonly image: string };

export const hasPlan = (sheet: Sheet): sheet is WalkSheetPlan => sheet.image !== null;

/** Width divided by height; plans that have not been measured count as square. */
export const aspectOf = ({ width, height }: Sheet): number =>
  width === null || height === null || height === 0 ? 1 : width / height;

/** The positions of all pictures of a walk, by the taps on floor plans. */
export const solve = (
  path: WalkTrack,
  taps: readonly WalkTapPlace[],
  sheets: readonly WalkSheetPlan[],
): PlacedWalk =>
  placeOnSheets(
    path,
    taps,
    sheets.map((sheet) => ({ ...sheet, aspect: aspectOf(sheet) })),
  );

/** The taps with this one, which replaces that of the same picture; in order of the walk. */
export const withTap = (taps: readonly WalkTapPlace[], tap: WalkTapPlace): WalkTapPlace[] =>
  [...taps.filter(({ picture }) => picture !== tap.picture), tap].toSorted((a, b) => a.picture - b.picture);

export const withoutTap = (taps: readonly WalkTapPlace[], picture: number): WalkTapPlace[] =>
  taps.filter((tap) => tap.picture !== picture);

/**
 * The marks that another user has saved, with the own changes since `base`: marks that were set or moved here replace
 * theirs, and those that were removed here are removed.
 */
export function mergedTaps(
  base: readonly WalkTapPlace[],
  own: readonly WalkTapPlace[],
  theirs: readonly WalkTapPlace[],
): WalkTapPlace[] {
  const isSame = (one: WalkTapPlace, other: WalkTapPlace | undefined) =>
    other !== undefined && one.id_sheet === other.id_sheet && one.x === other.x && one.y === other.y;
  const of = (taps: readonly WalkTapPlace[], picture: number) => taps.find((tap) => tap.picture === picture);
  const changed = own.filter((tap) => !isSame(tap, of(base, tap.picture)));
  const removed = base.filter(({ picture }) => of(own, picture) === undefined);
  const kept = removed.reduce<readonly WalkTapPlace[]>((taps, tap) => withoutTap(taps, tap.picture), theirs);
  return changed.reduce<WalkTapPlace[]>(withTap, [...kept]);
}

/** Which picture is to be marked next: the first, then the last, then the least certain. */
export function nextPicture(
  path: WalkTrack,
  taps: readonly WalkTapPlace[],
  placed: PlacedWalk,
): number | undefined {
  const last = path.pictures.length - 1;
  // A walk that was found along earlier visits needs neither.
  if (taps.filter(({ is_found }) => is_found === true).length > 1) return placed.next;
  const isMarked = (picture: number) => taps.some((tap) => tap.picture === picture);
  if (!isMarked(0)) return 0;
  if (!isMarked(last)) return last;
  return placed.next;
}

export type WalkWarning =
  | { readonly kind: "found"; readonly count: number }
  | { readonly kind: "no_vision" }
  | { readonly kind: "by_time" }
  | { readonly kind: "upside_down" }
  | { readonly kind: "two_marks"; readonly picture: number }
  | { readonly kind: "doubtful"; readonly picture: number }
  | { readonly kind: "floor"; readonly picture: number; readonly storeys: number };

/** Marks that distinguish a path from its mirror image. */
const TELLING = 3;
/** Share of uncertain positions from which a path counts as wrong, and how much fewer its mirror image has. */
const WRONG = { share: 0.5, better: 3 };

/** The share of positions that are drawn dashed. */
const uncertainShare = ({ pictures }: PlacedWalk): number =>
  pictures.length === 0 ? 0 : pictures.filter(({ isUncertain }) => isUncertain).length / pictures.length;

/** The path of a camera that was upside down is the mirror image of the walk: only this one fits the marks then. */
function isMirrored(
  path: WalkTrack,
  taps: readonly WalkTapPlace[],
  placed: PlacedWalk,
  sheets: readonly WalkSheetPlan[],
): boolean {
  const share = uncertainShare(placed);
  const isContradicted = placed.doubtful.length * 2 >= taps.length;
  if (taps.length < TELLING || !path.hasVision || (share < WRONG.share && !isContradicted)) return false;
  const pictures = path.pictures.map((picture) => ({
    ...picture,
    y: -picture.y,
    heading: (360 - picture.heading) % 360,
  }));
  const mirrored = solve({ ...path, pictures }, taps, sheets);
  if (mirrored.method !== "vision" || mirrored.doubtful.length > 0) return false;
  return isContradicted || uncertainShare(mirrored) * WRONG.better < share;
}

/** A path counts as straight as long as no picture is farther from its line than this share of its extent. */
const STRAIGHT = 0.1;

/**
 * With two marks a path fits as well as its mirror image, and nothing is dashed: the picture that would be farthest from
 * its place, if it was the mirror image. None for a straight path, which is its own mirror image.
 */
function farthestAside(
  taps: readonly WalkTapPlace[],
  { pictures, method }: PlacedWalk,
  sheets: readonly WalkSheetPlan[],
): number | undefined {
  const [from, to, more] = taps;
  if (from === undefined || to === undefined || more !== undefined || method !== "vision") return undefined;
  const sheet = sheets.find(({ id }) => id === from.id_sheet);
  if (sheet === undefined || to.id_sheet !== from.id_sheet) return undefined;
  const aspect = aspectOf(sheet);
  const [dx, dy] = [(to.x - from.x) * aspect, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const aside = pictures.map(({ x, y }) => {
    const [px, py] = [(x - from.x) * aspect, y - from.y];
    const away = Math.hypot(px, py);
    return { off: length === 0 ? away : Math.abs(px * dy - py * dx) / length, away };
  });
  const most = Math.max(...aside.map(({ off }) => off));
  const extent = Math.max(...aside.map(({ away }) => away));
  return most > STRAIGHT * extent ? aside.findIndex(({ off }) => off === most) : undefined;
}

/** Everything that a user should know about a walk, most important first. */
export function warningsOf(
  path: WalkTrack,
  taps: readonly WalkTapPlace[],
  placed: PlacedWalk,
  sheets: readonly WalkSheetPlan[] = [],
): WalkWarning[] {
  const found: WalkWarning[] = [];
  const count = taps.filter(({ is_found }) => is_found === true).length;
  if (count > 0) found.push({ kind: "found", count });
  // Each mark contradicts the others then, which says less.
  if (isMirrored(path, taps, placed, sheets)) return [...found, { kind: "upside_down" }];
  if (!path.hasVision) found.push({ kind: "no_vision" });
  else if (placed.method === "time" && taps.length > 1) found.push({ kind: "by_time" });
  const aside = farthestAside(taps, placed, sheets);
  if (aside !== undefined) found.push({ kind: "two_marks", picture: aside });
  for (const at of placed.doubtful) {
    const tap = taps[at];
    if (tap !== undefined) found.push({ kind: "doubtful", picture: tap.picture });
  }
  // Marked already: a tap between this picture and the next change says which floor plan it is.
  for (const { at, storeys } of path.floorChanges)
    if (!taps.some(({ picture }) => picture >= at)) found.push({ kind: "floor", picture: at, storeys });
  return found;
}
