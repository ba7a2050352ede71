/** Database and cache of the projects that a user saved for offline use (`offline-copies.ts`, `sw/copies.ts`). */
export const copiesName = "sitewalk-copies";
/** Cache of the page without a user, and of notes for the service worker (`sw/shell.ts`). */
export const shellCache = "sitewalk-shell";
/** Where the service worker reads in that cache that the screen is locked. */
export const lockNote = "/shell?locked";
