import { isIgnoredError } from "#web/lib/ignored-errors.ts";
import { createStore, useStore } from "#web/lib/store.ts";

const fatal = createStore<unknown>(null);

/** Shows the error screen for any uncaught error. */
export function watchErrors(): void {
  addEventListener("error", (event) => {
    // Errors without an object come from images, third-party scripts and ResizeObserver: none of our code failed.
    if (event.error !== null && event.error !== undefined) raise(event.error);
  });
  addEventListener("unhandledrejection", (event) => raise(event.reason));
}

function raise(error: unknown): void {
  if (!isIgnoredError(error)) fatal.set(error ?? new Error("unknown"));
}

export const clearFatal = () => fatal.set(null);
export const useFatal = () => useStore(fatal);
