import { currentCall } from "./call-scope.ts";

/** How much of the database a call may take. It stands in the call's scope, so that no repository passes it on. */
export interface DatabaseWork {
  /** Milliseconds after which a statement is cancelled. */
  readonly timeout: number;
  /** Slow reading: it shares a part of the connections with all other slow reading. */
  readonly isSlow: boolean;
  /** Aborted with the refusal for the caller: its statement is cancelled, and it begins no other. */
  readonly signal: AbortSignal;
}

/** The limits of the call that this code runs for; undefined in jobs and at the start of the server. */
export const currentWork = (): DatabaseWork | undefined => currentCall()?.work;
