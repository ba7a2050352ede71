import { useEffect, useState } from "react";

/** The value once it has been unchanged for so many milliseconds; before that `first`. */
export function usePaused<T>(value: T, milliseconds: number, first: T): T {
  const [paused, setPaused] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return paused;
}
