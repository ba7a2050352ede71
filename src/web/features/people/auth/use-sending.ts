import { useState } from "react";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { secondsToWait, useCountdown, type Wait } from "#web/lib/use-countdown.ts";
import type { Translate } from "#web/lib/use-text.ts";

export interface Sending<Way extends string> {
  /** The action of this screen that is pending. */
  readonly pending: Way | null;
  /** The last failure; null while none has failed. */
  readonly failure: unknown;
  readonly wait: Wait;
  /** One at a time, and none while the server requires a wait. */
  send(way: Way, work: () => Promise<void>): Promise<void>;
}

/** Sends the actions of a sign-in page, and keeps the refusal of the last one. */
export function useSending<Way extends string>(): Sending<Way> {
  const [pending, setPending] = useState<Way | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { begin, ...wait } = useCountdown();

  async function send(way: Way, work: () => Promise<void>): Promise<void> {
    if (pending !== null || wait.left > 0) return;
    setPending(way);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
      begin(secondsToWait(error));
    }
    setPending(null);
  }

  return { pending, failure, wait, send };
}

/** A common password is refused as a whole; the message belongs to its field. */
export function passwordRefusal(error: unknown, t: Translate): { password?: string } {
  const isCommon = error instanceof ApiError && error.code === "PASSWORD_COMMON";
  return isCommon ? { password: errorText(error, t) } : {};
}
