import { currentCall } from "./call-scope.ts";

/** Database limits of a call. Part of the call's scope, so that no repository has to pass them on. */
export interface DatabaseWork {
  /** Milliseconds after which a statement is cancelled. */
  readonly timeout: number;
  /** Slow reading: shares a part of the connections with all other slow reading. */
  readonly isSlow: boolean;
  /** Aborted with the refusal for the caller: its statement is cancelled, and it starts no other. */
  readonly signal: AbortSignal;
}

/** The limits of the call that this code runs for; undefined in jobs and at the start of the server. */
export const currentWork = (): DatabaseWork | undefined => currentCall()?.work;
