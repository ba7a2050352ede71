import { recall, remember, storageKeys } from "#web/lib/storage.ts";

const doors =
  /^\/(login|setup|register|recover|forgot-password|reset-password|2fa|reminder|activate|logout)\b/;

/** Returns the path stored for after sign-in, once; /dashboard otherwise. Only paths of this site are followed. */
export function takeRedirect(): string {
  const kept = recall(storageKeys.redirect);
  remember(storageKeys.redirect, null);
  return kept !== null && leadsInside(kept) ? kept : "/dashboard";
}

/** A page without a script that redirects to sign-in passes the intended path in the URL. */
export function keepNext(): void {
  const next = new URLSearchParams(location.search).get("next");
  if (next !== null && leadsInside(next)) remember(storageKeys.redirect, next);
}

/** Parses as browsers do: they ignore tabs and line breaks, and treat a backslash as a slash. */
function leadsInside(path: string): boolean {
  if (!path.startsWith("/") || doors.test(path)) return false;
  const here = "http://here.invalid";
  return URL.canParse(path, here) && new URL(path, here).origin === here;
}
