/** Streams that a wall plays at once: what a weak computer in a site office still decodes. */
export const mostLive = 4;

/** Who is live after `id` is asked for, oldest first: where there are too many, the oldest goes back to stills. */
export const liveAfter = (live: readonly number[], id: number): readonly number[] =>
  [...live.filter((other) => other !== id), id].slice(-mostLive);
