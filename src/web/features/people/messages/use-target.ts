import { type RefObject, useEffect, useRef, useState } from "react";
import type { Message } from "#contract/messages.ts";

/** Milliseconds for which the requested message is highlighted. */
const shownFor = 3000;

/**
 * Scrolls to the message of the address, once: loads older ones until it is found. `onOlder` is null while there are
 * none or some are loading. Returns the id of the highlighted message.
 */
export function useTarget(
  box: RefObject<HTMLElement | null>,
  messages: readonly Message[],
  target: Message | null,
  onOlder: (() => void) | null,
): number | null {
  const [faded, setFaded] = useState<number | null>(null);
  const shown = useRef<number | null>(null);
  const id = target?.id ?? null;
  const isHere = messages.some((message) => message.id === id);
  const isMissing = id !== null && !isHere;

  useEffect(() => {
    if (isMissing) onOlder?.();
  }, [isMissing, onOlder]);

  useEffect(() => {
    if (id === null || !isHere || shown.current === id) return;
    shown.current = id;
    box.current?.querySelector(`[data-message="${id}"]`)?.scrollIntoView({ block: "center" });
    const timer = setTimeout(() => setFaded(id), shownFor);
    return () => clearTimeout(timer);
  }, [id, isHere, box]);

  return isHere && id !== faded ? id : null;
}
