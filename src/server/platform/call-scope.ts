import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt } from "node:crypto";
import type { DatabaseWork } from "./database-work.ts";

/** Identity of a call while it is answered, and while jobs that it sent are running. */
export interface CallScope {
  /** Part of every log line, of the response's `X-Request-Id`, and of error messages shown to a user. */
  readonly id: string;
  /** The calling user, once known. */
  user?: number;
  /** Bearer for which it signs addresses of media, see `bearers.ts`. */
  bearer?: string;
  /** Limits of its database work; unlimited when absent. */
  work?: DatabaseWork;
}

const scopes = new AsyncLocalStorage<CallScope>();

/** The call that this code runs for; undefined when there is none. */
export const currentCall = (): CallScope | undefined => scopes.getStore();

/** Runs `task`, and everything it starts, for this call. */
export const withinCall = <T>(scope: CallScope, task: () => T): T => scopes.run(scope, task);

/** Runs `task`, and everything it starts, beyond the end of this call: without its limits of database work. */
export function beyondCall<T>(task: () => T): T {
  const { work: _, ...scope } = currentCall() ?? { id: newCallId() };
  return scopes.run(scope, task);
}

/** Lowercase letters and digits that are not confused with each other: an id is read out over the phone. */
const letters = "23456789abcdefghjkmnpqrstuvwxyz";

/** Twelve letters and digits, about 59 bits. */
export const newCallId = (): string =>
  Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join("");

/** Valid form of a call id from another program; anything else could forge log lines or grow without limit. */
export const isCallId = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/.test(text);
