import { useCallback, useEffect, useRef, useState } from "react";

export type Result<T> =
  | { state: "loading" }
  | { state: "failed"; error: unknown }
  | { state: "there"; data: T };

export interface Loading<T> {
  readonly result: Result<T>;
  readonly retry: () => void;
}

/**
 * Loads the data a page outside the application needs before it can render: once, or not at all where it came with the
 * page (`known`). The query cache of the application is too large here.
 */
export function useLoaded<T>(ask: () => Promise<T>, known?: T): Loading<T> {
  const [result, setResult] = useState<Result<T>>(
    known === undefined ? { state: "loading" } : { state: "there", data: known },
  );
  const latest = useRef(ask);
  const isKnown = useRef(known !== undefined);
  const load = useCallback(async () => {
    try {
      const data = await latest.current();
      setResult({ state: "there", data });
    } catch (error) {
      setResult({ state: "failed", error });
    }
  }, []);
  useEffect(() => {
    if (!isKnown.current) void load();
  }, [load]);
  const retry = () => {
    setResult({ state: "loading" });
    void load();
  };
  return { result, retry };
}
