import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt } from "node:crypto";
import type { DatabaseWork } from "./database-work.ts";

/** What a call is known by while it is answered, and while jobs that it sent are done. */
export interface CallScope {
  /** Stands in every log line, in the answer's `X-Request-Id`, and in what a person is shown when something went wrong. */
  readonly id: string;
  /** Who calls, once that is known. */
  user?: number;
  /** For whom it signs addresses of media, see `bearers.ts`. */
  bearer?: string;
  /** What it may ask of the database; nothing is limited without it. */
  work?: DatabaseWork;
}

const scopes = new AsyncLocalStorage<CallScope>();

/** The call that this code runs for; undefined where it runs for none. */
export const currentCall = (): CallScope | undefined => scopes.getStore();

/** Runs `task`, and whatever it starts, for this call. */
export const withinCall = <T>(scope: CallScope, task: () => T): T => scopes.run(scope, task);

/** Small letters and digits that are not mistaken for each other: an id is read out over the phone. */
const letters = "23456789abcdefghjkmnpqrstuvwxyz";

/** Twelve letters and digits, about 59 bits. */
export const newCallId = (): string =>
  Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join("");

/** What another program may call a call; anything else could forge log lines or grow without end. */
export const isCallId = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/.test(text);
