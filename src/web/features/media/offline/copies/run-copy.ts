import { keepAwake } from "#web/lib/keep-awake.ts";
import { session } from "#web/lib/session.ts";
import type { Collected } from "./collect.ts";
import { type CopyFailure, isCopyRunning, setCopyFailure, setCopyRun } from "./copy-runs.ts";
import { CopyFullError, saveCopy } from "./save-copy.ts";
import { copyWorker } from "./worker-calls.ts";

interface RunOptions {
  readonly user: number;
  readonly project: number;
  readonly isFull: boolean;
  /** Loads the responses; a dialog that has loaded them already passes those. */
  readonly collect: (signal: AbortSignal) => Promise<Collected>;
}

/** Saves or refreshes a copy. Resolves whether there is one now; a second run of the same project is not started. */
export async function runCopy({ user, project, isFull, collect }: RunOptions): Promise<boolean> {
  if (isCopyRunning(project)) return false;
  const stop = new AbortController();
  const cancel = () => stop.abort();
  const rest = keepAwake();
  setCopyFailure(project, undefined);
  setCopyRun(project, { share: null, cancel });
  // Otherwise the browser may discard saved projects when the device is full. A refusal is shown in the list.
  void navigator.storage?.persist?.().catch(() => false);
  // A copy for a user who left must not appear after everything of theirs was removed.
  const stopWatch = session.onUser(() => session.user()?.id !== user && stop.abort());
  try {
    const collected = await collect(stop.signal);
    await saveCopy({
      user,
      collected,
      isFull,
      worker: copyWorker,
      signal: stop.signal,
      onProgress: (share) => setCopyRun(project, { share, cancel }),
    });
    return true;
  } catch (error) {
    if (!stop.signal.aborted) setCopyFailure(project, failureOf(error));
    return false;
  } finally {
    stopWatch();
    rest();
    setCopyRun(project, undefined);
  }
}

function failureOf(error: unknown): CopyFailure {
  if (error instanceof CopyFullError) return "full";
  const { status } = error as { readonly status?: unknown };
  return status === 403 || status === 404 ? "gone" : "connection";
}
