import { redirect } from "@tanstack/react-router";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { session } from "#web/lib/session.ts";
import { setUp } from "./set-up.ts";

interface Visited {
  location: { pathname: string; searchStr: string };
}

/** Guests go to /login and come back to where they wanted after signing in. */
export async function signedInOnly({ location }: Visited): Promise<void> {
  await setUp();
  if (session.user()) return;
  remember(storageKeys.redirect, location.pathname + location.searchStr);
  throw redirect({ href: "/login" });
}

/** Inside the area of signed-in people; everybody else has /dashboard instead. */
export function superAdminsOnly(): void {
  if (session.user()?.super_admin !== true) throw redirect({ href: "/dashboard" });
}

/** /login and its like: somebody signed in has no business there. */
export async function guestsOnly(): Promise<void> {
  await setUp();
  if (session.user()) throw redirect({ href: takeRedirect() });
}

/** The path kept for after signing in, once; /dashboard otherwise. Only paths of this site are followed. */
export function takeRedirect(): string {
  const kept = recall(storageKeys.redirect);
  remember(storageKeys.redirect, null);
  return kept !== null && /^\/(?![/\\])/.test(kept) && !kept.startsWith("/login") ? kept : "/dashboard";
}
