/** What goes wrong, on purpose. All off: everybody behaves. */
export interface Knobs {
  /** `ask` shows a page with a form, as people see it; `auto` sends the browser straight back. */
  consent: "auto" | "ask";
  /** The person says no. */
  isDenied: boolean;
  /** The browser comes back with another state. */
  isStateWrong: boolean;
  /** Claims of the id_token that are not what they should be, such as `nonce`, `aud`, `iss`, `exp`; undefined leaves one out. */
  claims: Readonly<Record<string, unknown>>;
  /** The id_token is signed by a key that was never published. */
  isKeyUnknown: boolean;
  /** Somebody changed the id_token on its way. */
  isSignatureBroken: boolean;
  /** This part answers 500. */
  isDown: "token" | "account" | null;
}

export const calm: Readonly<Knobs> = {
  consent: "auto",
  isDenied: false,
  isStateWrong: false,
  claims: {},
  isKeyUnknown: false,
  isSignatureBroken: false,
  isDown: null,
};
