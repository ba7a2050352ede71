import { useEffect, useRef } from "react";
import type { SignedIn } from "#contract/auth.ts";
import { askForPasskey, canSuggestPasskeys, stopSuggesting } from "./passkey.ts";

/**
 * Offers the passkeys of this device among the suggestions of the user name's field, once the page is at rest. What
 * goes wrong there goes unnoticed: the button says it when it is asked.
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
