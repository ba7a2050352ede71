import { ApiError } from "./client.ts";

/**
 * Number of characters shown of a reference: proxies create longer ones, and the beginning is enough to find the log
 * line.
 */
const shown = 12;

/**
 * Reference of a failed request, to quote to an administrator with access to the server's log; empty where there is
 * none.
 */
export function referenceOf(error: unknown): string {
  return error instanceof ApiError && error.status >= 500 ? error.reference.slice(0, shown) : "";
}

/** Copies it to the clipboard; that code is loaded on demand, since it is not needed at startup. */
export async function copyReference(reference: string): Promise<boolean> {
  const { copyText } = await import("./copy-text.ts");
  return copyText(reference);
}
