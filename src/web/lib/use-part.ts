import { useEffect, useState } from "react";
import { report } from "./reporting/report.ts";

export interface Part<T> {
  /** Null until it has loaded. */
  readonly part: T | null;
  /** It could not be fetched. */
  readonly isMissing: boolean;
}

/**
 * A chunk of the program that is fetched when the component that shows it is rendered. Pass the same function at every
 * render. For chunks that open on a click there is `ui/later.ts`.
 */
export function usePart<T>(fetchPart: () => Promise<T>): Part<T> {
  const [found, setFound] = useState<Part<T>>({ part: null, isMissing: false });
  useEffect(() => {
    let isGone = false;
    fetchPart().then(
      (part) => !isGone && setFound({ part, isMissing: false }),
      (error: unknown) => {
        if (!isGone) setFound({ part: null, isMissing: true });
        report(error);
      },
    );
    return () => {
      isGone = true;
    };
  }, [fetchPart]);
  return found;
}
