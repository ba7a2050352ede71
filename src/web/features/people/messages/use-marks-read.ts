import { useEffect, useRef, useSyncExternalStore } from "react";
import type { Message } from "#contract/messages.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useMarkRead } from "./inbox.changes.ts";
import { isUnreadFor } from "./messages.ts";

/**
 * Marks visible messages as read: not while another tab is in front, and each message once, so that a failure is not
 * repeated. Returns a function that marks messages unread and keeps them so while this conversation is open.
 */
export function useMarksRead(
  messages: readonly Message[],
  isLooking: boolean,
): (ids: readonly number[]) => void {
  const { id: me } = useSignedInUser();
  const { mutate } = useMarkRead();
  const isVisible = usePageIsVisible();
  const done = useRef(new Set<number>());
  const unread = messages.filter((message) => isUnreadFor(message, me));

  useEffect(() => {
    if (!isVisible || !isLooking) return;
    const ids = unread.flatMap(({ id }) => (done.current.has(id) ? [] : [id]));
    if (ids.length === 0) return;
    for (const id of ids) done.current.add(id);
    mutate({ ids, isRead: true });
  });

  return (ids) => {
    for (const id of ids) done.current.add(id);
    mutate({ ids, isRead: false });
  };
}

function usePageIsVisible(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener("visibilitychange", changed);
      return () => document.removeEventListener("visibilitychange", changed);
    },
    () => document.visibilityState === "visible",
  );
}
