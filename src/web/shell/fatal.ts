import { ApiError } from "#web/lib/client.ts";
import { createStore, useStore } from "#web/lib/store.ts";

const fatal = createStore<unknown>(null);

/**
 * Rejections that break nothing: a request somebody called off, a player stopped before it began, the browser's
 * remark that an observer could not keep up, and refusals of the server, which are shown where they happen.
 */
export function isHarmless(error: unknown): boolean {
  if (error instanceof ApiError) return true;
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  const message = error instanceof Error ? error.message : String(error);
  return name === "AbortError" || /ResizeObserver loop|play\(\) request was interrupted/i.test(message);
}

/** Any error nobody caught brings up the error screen. */
export function watchErrors(): void {
  addEventListener("error", (event) => {
    // Errors without an object come from pictures, foreign scripts and ResizeObserver: nothing of ours broke.
    if (event.error !== null && event.error !== undefined) raise(event.error);
  });
  addEventListener("unhandledrejection", (event) => raise(event.reason));
}

function raise(error: unknown): void {
  if (!isHarmless(error)) fatal.set(error ?? new Error("unknown"));
}

export const clearFatal = () => fatal.set(null);
export const useFatal = () => useStore(fatal);
