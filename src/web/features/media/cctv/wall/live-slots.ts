/** Maximum number of streams on a wall: what a weak computer in a site office can still decode. */
export const mostLive = 4;

/** The live tiles after `id` is requested, oldest first: above the limit, the oldest returns to stills. */
export const liveAfter = (live: readonly number[], id: number): readonly number[] =>
  [...live.filter((other) => other !== id), id].slice(-mostLive);
