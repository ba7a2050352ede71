import { useEffect, useState } from "react";
import { untilLoaded } from "./until-loaded.ts";
import { whenIdle } from "./when-idle.ts";

/** Milliseconds after which a page counts as idle, whatever it does: a slow phone may be busy for long. */
const LONGEST = 1000;

/**
 * Fetches the code of something that accompanies every screen, when the page is idle and `isWanted`: undefined until
 * then. It tries again until it has it, silently. `load` is the same function on every render.
 */
export function useCompanion<T>(load: () => Promise<T>, isWanted = true): T | undefined {
  const [part, setPart] = useState<T>();
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    const begin = async () => {
      const loaded = await untilLoaded(load, { signal: stop.signal });
      if (!stop.signal.aborted) setPart(() => loaded);
    };
    const cancel = whenIdle(() => void begin(), LONGEST);
    return () => {
      cancel();
      stop.abort();
    };
  }, [load, isWanted]);
  return part;
}
