import type { Site } from "./site.ts";
import type { Tokens } from "./tokens.ts";

/** Faults and unusual behaviour. */
export interface Knobs {
  /** `ask` shows a page with two buttons; `auto` responds immediately. */
  consent: "auto" | "ask";
  isDenied: boolean;
  isStateWrong: boolean;
  /** Format of the refusals of the token endpoint: that of OAuth, or that of the older interfaces. */
  errors: "oauth" | "older";
  /** Entries per page, whatever was requested; 0 for the requested number. */
  pageSize: number;
  /** A region does not respond: lists carry a warning. */
  isPartial: boolean;
  /** Number of next calls that must wait `retryAfter` seconds. Tokens are not affected unless named in `about`. */
  busy: number;
  retryAfter: number;
  /** Parts of paths affected by `busy`, `drop`, `slow` and `broken`; all but tokens when empty. */
  about: string;
  /** Number of next calls that get no response. */
  drop: number;
  /** Number of next calls answered with 503. */
  broken: number;
  /** First page from which on lists fail permanently; negative: none does. */
  brokenPage: number;
  /** Milliseconds before every response. */
  slow: number;
  /** Lifetime of access tokens in seconds. */
  tokenSeconds: number;
  /** Polls after which an exported PDF is available; negative: never. */
  exportPolls: number;
}

export const usual: Knobs = {
  consent: "auto",
  isDenied: false,
  isStateWrong: false,
  errors: "oauth",
  pageSize: 0,
  isPartial: false,
  busy: 0,
  retryAfter: 1,
  about: "",
  drop: 0,
  broken: 0,
  brokenPage: -1,
  slow: 0,
  tokenSeconds: 3600,
  exportPolls: 1,
};

export interface Service {
  readonly origin: string;
  readonly knobs: Knobs;
  readonly tokens: Tokens;
  readonly site: Site;
  /** Number of polls of each model and each export. */
  readonly polls: Map<string, number>;
  readonly exports: Map<string, Uint8Array>;
}
