import type { SettingValues } from "#contract/settings.ts";
import type { SocialProvider } from "#contract/social.ts";

/** Who somebody is at a provider. */
export interface Identity {
  readonly provider: SocialProvider;
  /** The provider's own, lasting name of the account. */
  readonly subject: string;
  /** What the person recognises the account by. */
  readonly label: string;
  readonly first_name: string;
  readonly last_name: string;
  /** Null where the provider tells none, or none that is an address. */
  readonly email: string | null;
  /** The provider vouches for the address being this person's. */
  readonly isEmailVerified: boolean;
}

/** What one way out and back is bound to; kept by the browser alone, sealed. */
export interface Handshake {
  readonly state: string;
  readonly nonce: string;
  /** PKCE: proves at the token endpoint that who asks is who sent the browser away. */
  readonly verifier: string;
}

export interface ProviderKeys {
  readonly id: string;
  readonly secret: string;
  /** Of Facebook's Graph interface. */
  readonly version: string;
  /** What OpenID Connect asks the person each time. */
  readonly prompt: SettingValues["google_prompt"];
}

export interface Provider {
  /** Where to send the browser. */
  authorizationUrl(keys: ProviderKeys, handshake: Handshake, redirectUri: string): Promise<URL>;
  /**
   * Who came back. `returned` is the redirect address with the query the browser brought. Throws whatever is wrong:
   * state, nonce, code, signature, audience, issuer, age, or a provider that cannot be reached.
   */
  identify(keys: ProviderKeys, handshake: Handshake, returned: URL): Promise<Identity>;
}
