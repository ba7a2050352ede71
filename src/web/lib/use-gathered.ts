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
  const [{ call, finish }] = useState(() => gather(() => latest.current()));
  useEffect(() => finish, [finish]);
  return call;
}

function gather(act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first = 0;
  const finish = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    act();
  };
  const call = () => {
    const now = performance.now();
    if (timer === undefined) first = now;
    clearTimeout(timer);
    timer = setTimeout(finish, Math.min(GATHER, first + LONGEST - now));
  };
  return { call, finish };
}
