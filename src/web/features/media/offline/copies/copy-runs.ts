import { keepAwake } from "#web/lib/keep-awake.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import type { Collected } from "./collect.ts";
import { CopyFullError, saveCopy } from "./save-copy.ts";
import { copyWorker } from "./worker-calls.ts";

/** A project that is being saved in this tab. It continues when its dialog is closed. */
export interface CopyRun {
  /** 0 to 1; null while responses are loading. */
  readonly share: number | null;
  readonly cancel: () => void;
}

/** Why a run ended without a copy. */
export type CopyFailure = "full" | "connection" | "gone";

const runs = createStore<ReadonlyMap<number, CopyRun>>(new Map());
const failures = createStore<ReadonlyMap<number, CopyFailure>>(new Map());

const put = <T>(store: { get: () => ReadonlyMap<number, T>; set: (next: ReadonlyMap<number, T>) => void }) =>
  (project: number, value: T | undefined): void => {
    const next = new Map(store.get());
    if (value === undefined) next.delete(project);
    else next.set(project, value);
    store.set(next);
  };
const setRun = put(runs);
export const setCopyFailure = put(failures);

export const useCopyRun = (project: number): CopyRun | undefined => useStore(runs).get(project);
export const useCopyFailure = (project: number): CopyFailure | undefined => useStore(failures).get(project);

interface RunOptions {
  readonly user: number;
  readonly project: number;
  readonly isFull: boolean;
  /** Loads the responses; a dialog that has loaded them already passes those. */
  readonly collect: (signal: AbortSignal) => Promise<Collected>;
}

/** Saves or refreshes a copy. Resolves whether there is one now; a second run of the same project is not started. */
export async function runCopy({ user, project, isFull, collect }: RunOptions): Promise<boolean> {
  if (runs.get().has(project)) return false;
  const stop = new AbortController();
  const cancel = () => stop.abort();
  const rest = keepAwake();
  setCopyFailure(project, undefined);
  setRun(project, { share: null, cancel });
  // Otherwise the browser may discard saved projects when the device is full. A refusal is shown in the list.
  void navigator.storage?.persist?.().catch(() => false);
  try {
    const collected = await collect(stop.signal);
    await saveCopy({
      user,
      collected,
      isFull,
      worker: copyWorker,
      signal: stop.signal,
      onProgress: (share) => setRun(project, { share, cancel }),
    });
    return true;
  } catch (error) {
    if (!stop.signal.aborted) setCopyFailure(project, failureOf(error));
    return false;
  } finally {
    rest();
    setRun(project, undefined);
  }
}

function failureOf(error: unknown): CopyFailure {
  if (error instanceof CopyFullError) return "full";
  const { status } = error as { readonly status?: unknown };
  return status === 403 || status === 404 ? "gone" : "connection";
}
