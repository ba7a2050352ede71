import { ApiError } from "./client.ts";

/** Characters of a reference that are shown: proxies make longer ones, and the beginning finds the line in the log. */
const shown = 12;

/** What a person may quote to whoever looks into the server's log; empty where there is nothing to look for. */
export function referenceOf(error: unknown): string {
  return error instanceof ApiError && error.status >= 500 ? error.reference.slice(0, shown) : "";
}
