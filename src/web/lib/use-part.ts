import { useEffect, useState } from "react";
import { report } from "./reporting/report.ts";

export interface Part<T> {
  /** Null until it is here. */
  readonly part: T | null;
  /** It could not be fetched. */
  readonly isMissing: boolean;
}

/**
 * A part of the program that is fetched when the component that shows it is. Pass the same function at every render.
 * For what opens at a press there is `ui/later.ts`.
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
