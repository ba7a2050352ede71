import { useEffect, useState, useSyncExternalStore } from "react";
import type { Later } from "#web/ui/later.ts";

/**
 * A component that is fetched on demand. One that cannot be fetched is reported instead of failing the page: a user who
 * searches without a connection still has a working screen.
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
