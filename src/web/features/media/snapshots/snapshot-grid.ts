/** Two on phones, four where there is room. */
export const snapshotGrid = "grid grid-cols-2 gap-3 lg:grid-cols-4";
