import { useEffect, useState } from "react";
import { whenIdle } from "./when-idle.ts";

/** Milliseconds until a failed attempt is repeated. */
const AGAIN = 5000;
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
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async () => {
      try {
        const loaded = await load();
        if (!isGone) setPart(() => loaded);
      } catch {
        if (!isGone) timer = setTimeout(() => void attempt(), AGAIN);
      }
    };
    const cancel = whenIdle(() => void attempt(), LONGEST);
    return () => {
      isGone = true;
      cancel();
      clearTimeout(timer);
    };
  }, [load, isWanted]);
  return part;
}
