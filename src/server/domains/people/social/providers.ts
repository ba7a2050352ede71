import type { SocialProvider } from "#contract/social.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SocialEndpoints } from "./endpoints.ts";
import { facebook } from "./facebook.ts";
import { google } from "./google.ts";
import { openid } from "./openid.ts";
import type { Provider } from "./provider.ts";
import { twitter } from "./twitter.ts";

export type Providers = Readonly<Record<SocialProvider, Provider>>;

export const createProviders = (endpoints: SocialEndpoints, clock: Clock): Providers => ({
  google: google(endpoints.google),
  facebook: facebook(endpoints.facebook),
  twitter: twitter(endpoints.twitter),
  openid: openid(clock),
});
