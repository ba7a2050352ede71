import type { Act, AnyKind, Problem } from "./act.ts";
import type { ActShelf } from "./shelf.ts";

/** How the server answered an act. */
export type Verdict =
  /** No answer, or one that says nothing about the act: it is sent again. */
  | { readonly kind: "line" }
  /** No user is signed in: the queue waits for its owner. */
  | { readonly kind: "session" }
  | { readonly kind: "conflict" | "refused"; readonly problem: Problem };

export interface OutboxParts {
  readonly shelf: ActShelf;
  readonly kinds: ReadonlyMap<string, AnyKind>;
  /** Milliseconds to add to this device's clock for the server's; null while unknown. */
  readonly clockOffset: () => number | null;
  readonly verdict: (error: unknown, tries: number) => Verdict;
  /** Announces checksums; a failure is ignored, they are announced with the acts at the latest. */
  readonly announce: (acts: readonly Act[], kinds: ReadonlyMap<string, AnyKind>) => Promise<void>;
  /** Resolves when a retry is worthwhile; `tried` counts from 1. */
  readonly untilWorthIt: (tried: number, signal: AbortSignal) => Promise<void>;
  /**
   * Whether this user is still the one who is signed in to this browser: an open page may not have heard of a sign-out
   * elsewhere, and its calls carry the session of the user who signed in since.
   */
  readonly isSignedIn: (user: number) => boolean;
  /** Runs the work while no other page of this browser does. */
  readonly alone: (signal: AbortSignal, work: () => Promise<void>) => Promise<void>;
  /** Notifies the other pages of a change. */
  readonly tell: () => void;
  readonly onSent: (act: Act, kind: AnyKind, id: number) => void;
  /** Everything that could be sent was sent: how many, and how many wait for the user. */
  readonly onEnd: (sent: number, stuck: number) => void;
}
