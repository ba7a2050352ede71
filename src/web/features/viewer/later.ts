import { offerEdit } from "./edit/offer.ts";
import type { Frame } from "./frame.ts";
import { offerGuide } from "./guide/offer.ts";
import { offerMotion } from "./motion/offer.ts";
import { offerPlan } from "./plan/offer.tsx";
import { countViews } from "./share/views.ts";
import { offerSnapshot } from "./snapshot/offer.ts";
import { wordsIn } from "./texts.ts";
import { offerTime } from "./time/offer.ts";

/**
 * What the viewer can do beyond looking around. It is fetched when the first picture is on the screen; here stand
 * the buttons alone, and each loads what it opens.
 */
export function offerLater(frame: Frame): void {
  offerEdit(frame);
  offerSnapshot(frame);
  offerMotion(frame);
  offerGuide(frame);
  offerTime(frame);
  offerPlan(frame);
  countViews(frame);
  // So that the language can be changed without a line as well.
  void wordsIn(frame.speaker.language === "en" ? "ar" : "en").catch(() => undefined);
}
