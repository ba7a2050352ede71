import type { Progress } from "#contract/progress.ts";
import type { ProgressAddress } from "./address.ts";

type Visit = Progress["visits"][number];
export type ComparedVisits = readonly [before: Visit, after: Visit];

/** The two compared visits: those in the address, else the first and the last. Null where there is only one. */
export function comparedVisits(
  visits: readonly Visit[],
  { before, after }: Pick<ProgressAddress, "before" | "after">,
): ComparedVisits | null {
  const place = (id: number | null, otherwise: number) => {
    const found = visits.findIndex((visit) => visit.id === id);
    return found === -1 ? otherwise : found;
  };
  const last = visits.length - 1;
  const [one, other] = [place(before, 0), place(after, last)].toSorted((a, b) => a - b);
  const earlier = visits[one === other && one === last ? last - 1 : (one ?? 0)];
  const later = visits[one === other && one !== last ? last : (other ?? last)];
  return earlier === undefined || later === undefined || earlier === later ? null : [earlier, later];
}

/** Moves the nearer end of the pair to this visit; of two equally near, the later one moves. */
export function moved(
  [before, after]: ComparedVisits,
  visit: Visit,
): Pick<ProgressAddress, "before" | "after" | "room"> {
  const far = (other: Visit) => Math.abs(Date.parse(other.visit_date) - Date.parse(visit.visit_date));
  if (visit.id === before.id || visit.id === after.id)
    return { before: before.id, after: after.id, room: null };
  return far(before) < far(after)
    ? { before: visit.id, after: after.id, room: null }
    : { before: before.id, after: visit.id, room: null };
}

/** Link to the viewer with both dates side by side, locked; the earlier one first. */
export const compareLink = (before: string, earlier: number, after: string, later: number): string =>
  `/viewer/${before}/${earlier}?compare=split&with=${after}-${later}&side=start`;
