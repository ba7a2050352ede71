import { useEffect, useState, useSyncExternalStore } from "react";
import type { Later } from "#web/ui/later.ts";

/**
 * A part that is fetched later, once it is wanted. One that cannot be fetched is reported instead of ending the page:
 * somebody who is looking for something out there without a connection has a screen before him that still works.
 */
export function usePart<T>(part: Later<T>, isWanted: boolean): { part: T | undefined; hasFailed: boolean } {
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    part.load().then(
      () => setHasFailed(false),
      () => setHasFailed(true),
    );
  }, [part, isWanted]);
  return { part: useSyncExternalStore(part.subscribe, part.get), hasFailed };
}
