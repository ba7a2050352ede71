/** Deliberate faults. All off: the providers behave correctly. */
export interface Knobs {
  /** `ask` shows a page with a form, as users see it; `auto` redirects the browser straight back. */
  consent: "auto" | "ask";
  /** The user declines. */
  isDenied: boolean;
  /** The error code of a refusal. */
  refusal: "access_denied" | "temporarily_unavailable" | "invalid_scope";
  /** The browser returns with another state. */
  isStateWrong: boolean;
  /** Wrong claims of the id_token, such as `nonce`, `aud`, `iss`, `exp`; undefined leaves one out. */
  claims: Readonly<Record<string, unknown>>;
  /** The id_token is signed by a key that was never published. */
  isKeyUnknown: boolean;
  /** The id_token was modified in transit. */
  isSignatureBroken: boolean;
  /** This endpoint responds with 500. */
  isDown: "token" | "account" | "discovery" | "keys" | null;
  /** Signature algorithm of the id_token of the company's own provider. */
  algorithm: Algorithm;
  /** Overrides of its discovery document; undefined leaves a field out. */
  metadata: Readonly<Record<string, unknown>>;
  /** The redirect names another issuer. */
  isIssuerWrong: boolean;
  /** It returns the email address at its userinfo endpoint only. */
  isEmailApart: boolean;
  /** The userinfo belongs to another user. */
  isAccountOfOther: boolean;
}

/** `HS256` with the published key as its secret, as in a forgery. */
export type Algorithm = "RS256" | "PS256" | "ES256" | "HS256" | "none";

export const calm: Readonly<Knobs> = {
  consent: "auto",
  isDenied: false,
  isStateWrong: false,
  claims: {},
  isKeyUnknown: false,
  isSignatureBroken: false,
  isDown: null,
  refusal: "access_denied",
  algorithm: "RS256",
  metadata: {},
  isIssuerWrong: false,
  isEmailApart: false,
  isAccountOfOther: false,
};
