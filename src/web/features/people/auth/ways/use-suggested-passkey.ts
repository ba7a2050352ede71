import { useEffect, useRef } from "react";
import type { SignedIn } from "#contract/auth.ts";
import { askForPasskey, canSuggestPasskeys, stopSuggesting } from "./passkey.ts";

/**
 * Suggests this device's passkeys in the user name field, once the page is idle. Errors are ignored here: the button
 * reports them when it is used.
 */
export function useSuggestedPasskey(rememberMe: boolean, onSignedIn: (answer: SignedIn) => void): void {
  const latest = useRef({ rememberMe, onSignedIn });
  useEffect(() => {
    latest.current = { rememberMe, onSignedIn };
  });
  useEffect(() => {
    let isOver = false;
    let isAsking = false;
    async function offer(): Promise<void> {
      if (!(await canSuggestPasskeys()) || isOver) return;
      isAsking = true;
      const answer = await askForPasskey({ autofill: true, rememberMe: () => latest.current.rememberMe });
      if (!isOver) latest.current.onSignedIn(answer);
    }
    const timer = setTimeout(() => void offer().catch(() => undefined), 600);
    return () => {
      isOver = true;
      clearTimeout(timer);
      if (isAsking) void stopSuggesting();
    };
  }, []);
}
