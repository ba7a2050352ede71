import type { SocialProvider } from "#contract/social.ts";
import type { SocialEndpoints } from "./endpoints.ts";
import { facebook } from "./facebook.ts";
import { google } from "./google.ts";
import type { Provider } from "./provider.ts";
import { twitter } from "./twitter.ts";

export type Providers = Readonly<Record<SocialProvider, Provider>>;

export const createProviders = (endpoints: SocialEndpoints): Providers => ({
  google: google(endpoints.google),
  facebook: facebook(endpoints.facebook),
  twitter: twitter(endpoints.twitter),
});
