import { z } from "zod";
import { SocialProvider } from "#contract/social.ts";
import type { Clock } from "#server/platform/clock.ts";
import { createJourneys, type Journey as PlatformJourney } from "#server/platform/journeys.ts";
import type { AppKey } from "#server/platform/key.ts";

const wanted = {
  provider: SocialProvider,
  remembered: z.boolean(),
  /** Whose account is to be linked, and the session that asked; null when somebody wants to sign in. */
  link: z.object({ id_user: z.number(), id_session: z.number() }).nullable(),
};
export type Journey = PlatformJourney<typeof wanted>;

/** Journeys to a provider and back. */
export const createSocialJourneys = (key: AppKey, clock: Clock) =>
  createJourneys({ key, clock, name: "social", wanted });
export type SocialJourneys = ReturnType<typeof createSocialJourneys>;
