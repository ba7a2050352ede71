import { useEffect, useRef, useState } from "react";

/** Milliseconds within which calls are gathered: thirty photos that become ready cause one refresh. */
const GATHER = 400;
/** Milliseconds after which calls that never pause have their effect nevertheless. */
const LONGEST = 2_000;

/** Returns a function that calls `act` once for all calls in quick succession, at the latest on unmounting. */
export function useGathered(act: () => void): () => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const [{ call, finish }] = useState(gather);
  useEffect(() => finish, [finish]);
  return () => call(() => latest.current());
}

function gather() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due: (() => void) | undefined;
  let first = 0;
  const finish = () => {
    clearTimeout(timer);
    const act = due;
    due = undefined;
    act?.();
  };
  const call = (act: () => void) => {
    const now = performance.now();
    if (due === undefined) first = now;
    due = act;
    clearTimeout(timer);
    timer = setTimeout(finish, Math.min(GATHER, first + LONGEST - now));
  };
  return { call, finish };
}
