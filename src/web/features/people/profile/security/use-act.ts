import { useState } from "react";

/** Does one thing at a time, and keeps why the last try did not work. True when it worked. */
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
