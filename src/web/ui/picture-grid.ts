/** The grid of picture cards: as many columns as fit. */
export const cardGrid =
  "grid grid-cols-1 gap-x-5 gap-y-8 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fill,minmax(19rem,1fr))]";
