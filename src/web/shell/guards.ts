import { redirect, type StaticDataRouteOption } from "@tanstack/react-router";
import { isFirstScreen } from "#contract/first-screens.ts";
import { whenAllTexts } from "#web/lib/language.ts";
import { session } from "#web/lib/session.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import { setUp } from "./set-up.ts";

interface Visited {
  location: { pathname: string; searchStr: string };
}

/**
 * Redirects guests to /login, a page of its own; after sign-in they return to the path they wanted. A user who lacks
 * details that the settings require is asked for those first, and continues from there.
 */
export async function signedInOnly(visited: Visited): Promise<void> {
  await setUp();
  const user = session.user();
  const wanted = visited.location.pathname + visited.location.searchStr;
  if (!user) {
    remember(storageKeys.redirect, wanted);
    throw redirect({ href: "/login", reloadDocument: true });
  }
  if (!isFirstScreen(visited.location.pathname)) await whenAllTexts();
  // The demo account cannot edit its profile.
  if (user.missing_fields.length === 0 || user.is_demo) return;
  if (isOpenToIncomplete(visited)) return;
  remember(storageKeys.redirect, wanted);
  throw redirect({ href: "/editprofile" });
}

/** Whether the innermost matched route allows it. */
function isOpenToIncomplete(visited: Visited): boolean {
  // The type of the matches depends on the route table, which depends on this guard.
  const { matches } = visited as Visited & { matches?: readonly { staticData: StaticDataRouteOption }[] };
  return matches?.at(-1)?.staticData.preventWhenProfileIncomplete === false;
}

/** Inside the area of signed-in users; all others are redirected to /dashboard. */
export function superAdminsOnly(): void {
  if (session.user()?.super_admin !== true) throw redirect({ href: "/dashboard" });
}
