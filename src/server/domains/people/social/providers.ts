import type { SocialProvider } from "#contract/social.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SocialEndpoints } from "./endpoints.ts";
import type { Provider } from "./provider.ts";

export type Providers = Readonly<Record<SocialProvider, Provider>>;

export const createProviders = (endpoints: SocialEndpoints, clock: Clock): Providers => ({
  google: loadedLater(async () => (await import("./google.ts")).google(endpoints.google)),
  facebook: loadedLater(async () => (await import("./facebook.ts")).facebook(endpoints.facebook)),
  twitter: loadedLater(async () => (await import("./twitter.ts")).twitter(endpoints.twitter)),
  openid: loadedLater(async () => (await import("./openid.ts")).openid(clock)),
});

/** A provider whose library is loaded with the first sign-in by it. */
function loadedLater(load: () => Promise<Provider>): Provider {
  let loading: Promise<Provider> | undefined;
  const loaded = () => (loading ??= load());
  return {
    authorizationUrl: async (...given) => (await loaded()).authorizationUrl(...given),
    identify: async (...given) => (await loaded()).identify(...given),
  };
}
