import { isIgnoredError } from "#web/lib/ignored-errors.ts";
import { createStore, useStore } from "#web/lib/store.ts";

const fatal = createStore<unknown>(null);

/** Any error nobody caught brings up the error screen. */
export function watchErrors(): void {
  addEventListener("error", (event) => {
    // Errors without an object come from pictures, foreign scripts and ResizeObserver: nothing of ours broke.
    if (event.error !== null && event.error !== undefined) raise(event.error);
  });
  addEventListener("unhandledrejection", (event) => raise(event.reason));
}

function raise(error: unknown): void {
  if (!isIgnoredError(error)) fatal.set(error ?? new Error("unknown"));
}

export const clearFatal = () => fatal.set(null);
export const useFatal = () => useStore(fatal);
