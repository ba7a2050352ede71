/** Milliseconds in which stars can be put back as they were. */
export const undoTime = 10_000;
