import { useEffect, useState } from "react";

/** Counts this view from when it is wanted. How often the film was seen; 0 until that is known. */
export function useViewCount(code: string, isWanted: boolean): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    // Whatever fails here is nothing to a visitor.
    import("./count-film.ts")
      .then(({ countFilm }) => controller.signal.aborted || countFilm(code, setCount, controller.signal))
      .catch(() => undefined);
    return () => controller.abort();
  }, [code, isWanted]);
  return count;
}
