import elsewhereAvif from "#web/assets/entrance-small.avif";
import elsewhereWebp from "#web/assets/entrance-small.webp";
import aroundAvif from "#web/assets/home-around.avif";
import aroundWebp from "#web/assets/home-around.webp";
import small1Avif from "#web/assets/home-small-1.avif";
import small1Webp from "#web/assets/home-small-1.webp";
import small2Avif from "#web/assets/home-small-2.avif";
import small2Webp from "#web/assets/home-small-2.webp";
import small3Avif from "#web/assets/home-small-3.avif";
import small3Webp from "#web/assets/home-small-3.webp";
import wide1Avif from "#web/assets/home-wide-1.avif";
import wide1Webp from "#web/assets/home-wide-1.webp";
import wide2Avif from "#web/assets/home-wide-2.avif";
import wide2Webp from "#web/assets/home-wide-2.webp";
import wide3Avif from "#web/assets/home-wide-3.avif";
import wide3Webp from "#web/assets/home-wide-3.webp";
import type { OwnPicture } from "#web/ui/plain/own-picture.tsx";

/** One corner of the demo site's kitchen, as it was on the days of its three visits. */
export const days = [
  {
    day: "2026-02-18",
    stage: "frame",
    wide: { avif: wide1Avif, webp: wide1Webp },
    small: { avif: small1Avif, webp: small1Webp },
  },
  {
    day: "2026-04-08",
    stage: "walls",
    wide: { avif: wide2Avif, webp: wide2Webp },
    small: { avif: small2Avif, webp: small2Webp },
  },
  {
    day: "2026-09-30",
    stage: "finishes",
    wide: { avif: wide3Avif, webp: wide3Webp },
    small: { avif: small3Avif, webp: small3Webp },
  },
] as const;

/** Its living hall as a full panorama, unprojected. */
export const wholeRound: OwnPicture = { avif: aroundAvif, webp: aroundWebp };

/** Another room of it, on the day of its first visit. */
export const anotherRoom: OwnPicture = { avif: elsewhereAvif, webp: elsewhereWebp };
