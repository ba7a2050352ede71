import type { Site } from "./site.ts";
import type { Tokens } from "./tokens.ts";

/** What goes wrong, or otherwise than usual. */
export interface Knobs {
  /** `ask` shows a page with two buttons; `auto` answers at once. */
  consent: "auto" | "ask";
  isDenied: boolean;
  isStateWrong: boolean;
  /** Form of the refusals of the token endpoint: that of OAuth, or that of the older interfaces. */
  errors: "oauth" | "older";
  /** Entries of a page, whatever was asked for; 0 for what was asked for. */
  pageSize: number;
  /** A region cannot answer: lists carry a warning. */
  isPartial: boolean;
  /** So many of the next calls are told to wait `retryAfter` seconds. Tokens are not concerned unless named in `busyPaths`. */
  busy: number;
  retryAfter: number;
  /** Parts of paths that `busy`, `drop`, `slow` and `broken` are about; all but tokens when empty. */
  about: string;
  /** So many of the next calls get no answer. */
  drop: number;
  /** So many of the next calls are answered 503. */
  broken: number;
  /** Number of the page from which on lists fail for good; negative: none does. */
  brokenPage: number;
  /** Milliseconds before every answer. */
  slow: number;
  /** Seconds for which access tokens are good. */
  tokenSeconds: number;
  /** Polls after which an exported PDF is there; negative: it never is. */
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
  /** Polls of each model and each export. */
  readonly polls: Map<string, number>;
  readonly exports: Map<string, Uint8Array>;
}
