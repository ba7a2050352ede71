import { ApiError } from "./client.ts";

/** Characters of a reference that are shown: proxies make longer ones, and the beginning finds the line in the log. */
const shown = 12;

/** What a person may quote to whoever looks into the server's log; empty where there is nothing to look for. */
export function referenceOf(error: unknown): string {
  return error instanceof ApiError && error.status >= 500 ? error.reference.slice(0, shown) : "";
}

/** Puts it where it can be pasted from; the part that does so is fetched for it, as nothing that starts needs it. */
export async function copyReference(reference: string): Promise<boolean> {
  const { copyText } = await import("./copy-text.ts");
  return copyText(reference);
}
