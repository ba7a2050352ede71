import { useEffect, useState } from "react";

/** Counts this view from when `isWanted` is set. Returns the number of views of the video; 0 until it is known. */
export function useViewCount(code: string, isWanted: boolean): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    // A failure here does not concern a visitor.
    import("./count-film.ts")
      .then(({ countFilm }) => controller.signal.aborted || countFilm(code, setCount, controller.signal))
      .catch(() => undefined);
    return () => controller.abort();
  }, [code, isWanted]);
  return count;
}
