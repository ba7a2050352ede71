/** Milliseconds in which the last action can be undone. */
export const UNDO = 10_000;
