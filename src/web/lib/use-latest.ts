import { type RefObject, useLayoutEffect, useRef } from "react";

/** The value of the latest render, for later calls that must not restart because of it. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
