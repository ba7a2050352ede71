/**
 * APP_KEY of the installation that the stored rows come from: with another one, their encrypted values could not be
 * read.
 */
export const snapshotKey = "rows that are kept for upgrades, and for nothing else";
