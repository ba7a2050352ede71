import { recall, remember } from "./storage.ts";

const key = "app-clock-offset";

/**
 * Compares this device's clock with the server's `Date` header, which has whole seconds. `sentAt`: milliseconds since
 * 1970 when the request was sent.
 */
export function compareClocks(date: string | null, sentAt: number, now = Date.now()): void {
  const server = Date.parse(date ?? "");
  // A slow answer says little.
  if (Number.isNaN(server) || now - sentAt > 2000) return;
  remember(key, String(Math.round(server + 500 - (sentAt + now) / 2)));
}

/** Milliseconds to add to this device's clock for the server's; null while it was never compared. */
export function clockOffset(): number | null {
  const known = recall(key);
  return known === null || Number.isNaN(Number(known)) ? null : Number(known);
}
