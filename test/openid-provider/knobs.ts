/** What goes wrong, on purpose. All off: everybody behaves. */
export interface Knobs {
  /** `ask` shows a page with a form, as people see it; `auto` sends the browser straight back. */
  consent: "auto" | "ask";
  /** The person says no. */
  isDenied: boolean;
  /** The word for it. */
  refusal: "access_denied" | "temporarily_unavailable" | "invalid_scope";
  /** The browser comes back with another state. */
  isStateWrong: boolean;
  /** Claims of the id_token that are not what they should be, such as `nonce`, `aud`, `iss`, `exp`; undefined leaves one out. */
  claims: Readonly<Record<string, unknown>>;
  /** The id_token is signed by a key that was never published. */
  isKeyUnknown: boolean;
  /** Somebody changed the id_token on its way. */
  isSignatureBroken: boolean;
  /** This part answers 500. */
  isDown: "token" | "account" | "discovery" | "keys" | null;
  /** Of the company's own provider: by what its id_token is signed. */
  algorithm: Algorithm;
  /** Its discovery document, where it is not as it should be; undefined leaves a field out. */
  metadata: Readonly<Record<string, unknown>>;
  /** It names another issuer to the browser that it sends back. */
  isIssuerWrong: boolean;
  /** It tells the address at its userinfo endpoint alone. */
  isEmailApart: boolean;
  /** Who is meant there is another person. */
  isAccountOfOther: boolean;
}

/** `HS256` with the published key for its secret, as a forger does it. */
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
