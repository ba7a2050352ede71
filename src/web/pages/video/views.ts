import { useEffect, useState } from "react";

/** Counts this view from when it is wanted. How often the film was seen; 0 until that is known. */
export function useViewCount(code: string, isWanted: boolean): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!isWanted) return;
    const life = new AbortController();
    // Whatever fails here is nothing to a visitor.
    import("./count-film.ts")
      .then(({ countFilm }) => life.signal.aborted || countFilm(code, setCount, life.signal))
      .catch(() => undefined);
    return () => life.abort();
  }, [code, isWanted]);
  return count;
}
