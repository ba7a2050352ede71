import { useState } from "react";

/** Runs one action at a time, and keeps the last failure. Resolves to true on success. */
export function useAct() {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function act(work: () => Promise<void>): Promise<boolean> {
    if (isPending) return false;
    setIsPending(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setIsPending(false);
    }
  }

  return { act, isPending, failure, forget: () => setFailure(null) };
}
