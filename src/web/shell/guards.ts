import { redirect } from "@tanstack/react-router";
import { session } from "#web/lib/session.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import { setUp } from "./set-up.ts";

interface Visited {
  location: { pathname: string; searchStr: string };
}

/** Guests go to /login, a page of its own, and come back to where they wanted after signing in. */
export async function signedInOnly({ location }: Visited): Promise<void> {
  await setUp();
  if (session.user()) return;
  remember(storageKeys.redirect, location.pathname + location.searchStr);
  throw redirect({ href: "/login", reloadDocument: true });
}

/** Inside the area of signed-in people; everybody else has /dashboard instead. */
export function superAdminsOnly(): void {
  if (session.user()?.super_admin !== true) throw redirect({ href: "/dashboard" });
}
