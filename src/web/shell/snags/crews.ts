import type { Snag } from "#contract/snags.ts";

type SnagCrew = NonNullable<Snag["crew"]>;

/** The crew of a snag. Absent in what an earlier version of the application stored on this device. */
export const crewOf = ({ crew }: Partial<Pick<Snag, "crew">>): SnagCrew | null => crew ?? null;

/** The reason of a crew that disputed a snag; empty without one. */
export const disputeOf = ({ dispute }: Partial<Pick<Snag, "dispute">>): string => dispute ?? "";

/** The crews to select from; one that has left the project stays in the list until another is selected. */
export const withCrew = (crews: readonly SnagCrew[], now: SnagCrew | null): readonly SnagCrew[] =>
  now === null || crews.some(({ id }) => id === now.id) ? crews : [now, ...crews];
