import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** The path kept for after signing in, once; /dashboard otherwise. Only paths of this site are followed. */
export function takeRedirect(): string {
  const kept = recall(storageKeys.redirect);
  remember(storageKeys.redirect, null);
  return kept !== null && /^\/(?![/\\])/.test(kept) && !/^\/(login|setup)\b/.test(kept) ? kept : "/dashboard";
}
