/** APP_KEY of the installation whose rows are kept: with another one, what is sealed in them could not be read. */
export const snapshotKey = "rows that are kept for upgrades, and for nothing else";
