import { z } from "zod";
import { SocialProvider } from "#contract/social.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { AppKey } from "#server/platform/key.ts";
import { createOauthStates, type OauthState as PlatformJourney } from "#server/platform/oauth-state.ts";

const wanted = {
  provider: SocialProvider,
  remembered: z.boolean(),
  /** The account to link, and the requesting session; null for a sign-in. */
  link: z.object({ id_user: z.number(), id_session: z.number() }).nullable(),
};
export type SocialOauthState = PlatformJourney<typeof wanted>;

/** State of OAuth flows at a provider. */
export const createSocialOauthStates = (key: AppKey, clock: Clock) =>
  createOauthStates({ key, clock, name: "social", wanted });
export type SocialOauthStates = ReturnType<typeof createSocialOauthStates>;
