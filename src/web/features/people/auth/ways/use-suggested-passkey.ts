import { useEffect, useRef } from "react";
import type { SignedIn } from "#contract/auth.ts";
import { askForPasskey, canSuggestPasskeys, stopSuggesting } from "./passkey.ts";

/**
 * Suggests this device's passkeys in the user name field, once the page is idle, and not while the user is being signed
 * in by other means: that replaces the token of the page, without which the request would be refused. Errors are
 * ignored here: the button reports them when it is used.
 */
export function useSuggestedPasskey(
  rememberMe: boolean,
  isSigningIn: boolean,
  onSignedIn: (answer: SignedIn) => void,
): void {
  const latest = useRef({ rememberMe, onSignedIn });
  useEffect(() => {
    latest.current = { rememberMe, onSignedIn };
  });
  useEffect(() => {
    if (isSigningIn) return undefined;
    const cancel = new AbortController();
    let isAsking = false;
    async function offer(): Promise<void> {
      if (!(await canSuggestPasskeys()) || cancel.signal.aborted) return;
      isAsking = true;
      const answer = await askForPasskey({
        autofill: true,
        rememberMe: () => latest.current.rememberMe,
        signal: cancel.signal,
      });
      if (!cancel.signal.aborted) latest.current.onSignedIn(answer);
    }
    const timer = setTimeout(() => void offer().catch(() => undefined), 600);
    return () => {
      cancel.abort();
      clearTimeout(timer);
      if (isAsking) void stopSuggesting();
    };
  }, [isSigningIn]);
}
