import elsewhere from "#web/assets/entrance-small.avif";
import around from "#web/assets/home-around.avif";
import small1 from "#web/assets/home-small-1.avif";
import small2 from "#web/assets/home-small-2.avif";
import small3 from "#web/assets/home-small-3.avif";
import wide1 from "#web/assets/home-wide-1.avif";
import wide2 from "#web/assets/home-wide-2.avif";
import wide3 from "#web/assets/home-wide-3.avif";

/** One corner of the demo site's kitchen, as it was on the days of its three visits. */
export const days = [
  { day: "2026-02-18", stage: "frame", wide: wide1, small: small1 },
  { day: "2026-04-08", stage: "walls", wide: wide2, small: small2 },
  { day: "2026-09-30", stage: "finishes", wide: wide3, small: small3 },
] as const;

/** Its living hall all around, as the camera took it. */
export const wholeRound = around;

/** Another room of it, on the day of its first visit. */
export const anotherRoom = elsewhere;
