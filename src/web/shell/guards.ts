import { redirect, type StaticDataRouteOption } from "@tanstack/react-router";
import { session } from "#web/lib/session.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import { setUp } from "./set-up.ts";

interface Visited {
  location: { pathname: string; searchStr: string };
}

/**
 * Guests go to /login, a page of its own, and come back to where they wanted after signing in. Who has not told what
 * the settings demand of everybody is asked for that first, and goes on from there.
 */
export async function signedInOnly(visited: Visited): Promise<void> {
  await setUp();
  const user = session.user();
  const wanted = visited.location.pathname + visited.location.searchStr;
  if (!user) {
    remember(storageKeys.redirect, wanted);
    throw redirect({ href: "/login", reloadDocument: true });
  }
  // The demo account cannot fill in anything.
  if (user.missing_fields.length === 0 || user.is_demo) return;
  if (isOpenToIncomplete(visited)) return;
  remember(storageKeys.redirect, wanted);
  throw redirect({ href: "/editprofile" });
}

/** Whether the innermost of the matched routes says so. */
function isOpenToIncomplete(visited: Visited): boolean {
  // The type of the matches hangs on the table of routes, which hangs on this guard.
  const { matches } = visited as Visited & { matches?: readonly { staticData: StaticDataRouteOption }[] };
  return matches?.at(-1)?.staticData.preventWhenProfileIncomplete === false;
}

/** Inside the area of signed-in people; everybody else has /dashboard instead. */
export function superAdminsOnly(): void {
  if (session.user()?.super_admin !== true) throw redirect({ href: "/dashboard" });
}
