import { createStore, useStore } from "#web/lib/store.ts";

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

const put =
  <T>(store: { get: () => ReadonlyMap<number, T>; set: (next: ReadonlyMap<number, T>) => void }) =>
  (project: number, value: T | undefined): void => {
    const next = new Map(store.get());
    if (value === undefined) next.delete(project);
    else next.set(project, value);
    store.set(next);
  };
export const setCopyRun = put(runs);
export const setCopyFailure = put(failures);

export const useCopyRun = (project: number): CopyRun | undefined => useStore(runs).get(project);
export const useCopyFailure = (project: number): CopyFailure | undefined => useStore(failures).get(project);
export const isCopyRunning = (project: number): boolean => runs.get().has(project);
