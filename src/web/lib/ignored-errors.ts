import { ApiError } from "./client.ts";

/**
 * Rejections without effect: an aborted request, a player stopped before it began, the browser's notice that a resize
 * observer could not keep up, and refusals of the server, which are shown where they occur.
 */
export function isIgnoredError(error: unknown): boolean {
  if (error instanceof ApiError) return true;
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  const message = error instanceof Error ? error.message : String(error);
  return name === "AbortError" || /ResizeObserver loop|play\(\) request was interrupted/i.test(message);
}
