import type { SettingValues } from "#contract/settings.ts";
import type { SocialProvider } from "#contract/social.ts";

/** Who somebody is at a provider. */
export interface Identity {
  readonly provider: SocialProvider;
  /** The provider's own, lasting name of the account. */
  readonly subject: string;
  /** Whose name `subject` is, where the settings say which provider is asked: another one may give the same name. */
  readonly issuer?: string;
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
  /** Of the provider that the settings describe. */
  readonly issuer: string;
  /** What it is asked to tell, separated by spaces. */
  readonly scopes: string;
}

export interface Provider {
  /** Where to send the browser. Throws ProbeFailure where the provider is to be asked first and gives no usable answer. */
  authorizationUrl(keys: ProviderKeys, handshake: Handshake, redirectUri: string): Promise<URL>;
  /**
   * Who came back. `returned` is the redirect address with the query the browser brought. Throws whatever is wrong:
   * state, nonce, code, signature, audience, issuer, age, or a provider that cannot be reached.
   */
  identify(keys: ProviderKeys, handshake: Handshake, returned: URL): Promise<Identity>;
}
