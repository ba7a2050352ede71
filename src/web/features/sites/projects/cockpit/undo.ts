/** Milliseconds in which what was just done can be undone. */
export const UNDO = 10_000;
