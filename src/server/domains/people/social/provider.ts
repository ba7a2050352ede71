import type { SettingValues } from "#contract/settings.ts";
import type { SocialProvider } from "#contract/social.ts";

/** An account at a sign-in provider. */
export interface Identity {
  readonly provider: SocialProvider;
  /** Stable account identifier assigned by the provider. */
  readonly subject: string;
  /** Issuer that `subject` belongs to, where the settings choose the provider: another issuer may use the same subject. */
  readonly issuer?: string;
  /** Name by which the person recognizes the account. */
  readonly label: string;
  readonly first_name: string;
  readonly last_name: string;
  /** Null where the provider returns none, or a value that is not an email address. */
  readonly email: string | null;
  /** True when the provider vouches that the address belongs to this person. */
  readonly isEmailVerified: boolean;
}

/** State that one round trip to the provider is bound to; stored only in the browser, sealed. */
export interface Handshake {
  readonly state: string;
  readonly nonce: string;
  /** PKCE: proves at the token endpoint that the client is the one that sent the browser away. */
  readonly verifier: string;
}

export interface ProviderKeys {
  readonly id: string;
  readonly secret: string;
  /** Version of Facebook's Graph API. */
  readonly version: string;
  /** OpenID Connect `prompt` that the person sees each time. */
  readonly prompt: SettingValues["google_prompt"];
  /** Issuer of the provider configured in the settings. */
  readonly issuer: string;
  /** Requested scopes, separated by spaces. */
  readonly scopes: string;
}

export interface Provider {
  /**
   * Returns the URL to send the browser to. Throws ProbeFailure where the provider must be queried first and gives no
   * usable answer.
   */
  authorizationUrl(keys: ProviderKeys, handshake: Handshake, redirectUri: string): Promise<URL>;
  /**
   * Identifies the account that came back. `returned` is the redirect address with the query that the browser brought.
   * Throws on any fault: state, nonce, code, signature, audience, issuer, age, or a provider that cannot be reached.
   */
  identify(keys: ProviderKeys, handshake: Handshake, returned: URL): Promise<Identity>;
}
