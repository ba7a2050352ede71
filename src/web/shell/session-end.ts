import { limits } from "#contract/limits.ts";
import { onAuthEvent, tellTabs } from "#web/lib/auth-event.ts";
import { type ApiError, watchCalls } from "#web/lib/client.ts";
import { leavePage } from "#web/lib/leave-page.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { forgetPersonal, recall, remember, storageKeys } from "#web/lib/storage.ts";
import { showToast } from "#web/lib/toasts.ts";
import { forgetUploads, uploadsUnderWay } from "#web/lib/uploads/pending-uploads.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { tellLogout } from "./session-logout.ts";
import { leaveNotice } from "./session-notice.ts";
import { askUser } from "./session-poll.ts";

/** The doors: whoever stands there is sent nowhere, and is not brought back to them after signing in. */
const doors =
  /^\/(login|register|recover|forgot-password|reset-password|activate|2fa|reminder|setup|setup-password)(\/|$)/;

/** Rights and wrong codes of others than this session: their callers handle them. */
const foreign = /\/(verify-2fa|autodesk\/)/;

const door = "/login?logged_out=true";

/** Forgets who was signed in and what he saw, here and in the other tabs. Language, theme and the like stay. */
export function forgetSession(): void {
  forgetHere();
  forgetPersonal();
  tellTabs("logout");
}

function forgetHere(): void {
  session.setUser(null);
  queryClient.clear();
}

/** Signs out on purpose; the person is taken to /login even when the server cannot be told. */
export async function signOut(): Promise<void> {
  const user = session.user();
  // Only now: what a session that merely ran out leaves to be sent waits for its owner.
  if (user && uploadsUnderWay.get() > 0) await forgetUploads(user.id);
  // Before the server is: no other tab is to learn it by a refusal.
  tellTabs("logout");
  await tellLogout();
  forgetSession();
  leavePage(door);
}

/** Signs out somebody who is not there: what he had open is hidden at once, and waits for him after signing in. */
export async function signOutAbsent(): Promise<void> {
  keepPlace();
  leaveNotice("inactive");
  forgetHere();
  await tellLogout();
  forgetSession();
  leavePage(door);
}

/**
 * Any 401 of somebody signed in ends the session here: one message, then /login. A guest stays where he is. What
 * becomes of the session in another tab becomes of it here.
 */
export function watchSessionEnd(): () => void {
  const stopCalls = watchCalls((outcome) => {
    if (outcome.kind === "failure" && outcome.error.status === 401 && !foreign.test(outcome.route)) {
      end(outcome.error);
    }
  });
  const stopTabs = onAuthEvent((type) => {
    if (!session.user()) return;
    if (type !== "logout") return void askUser({ isTold: true });
    forgetHere();
    if (!doors.test(location.pathname)) leavePage(door);
  });
  return () => {
    stopCalls();
    stopTabs();
  };
}

function end(error: ApiError): void {
  if (!session.user()) return;
  const t = translate.get();
  const isTerminated = error.code === "SESSION_TERMINATED";
  showToast({
    tone: "warn",
    title: t(isTerminated ? "errors.session.terminated_title" : "errors.session.required_title"),
    text: t(isTerminated ? "errors.session.terminated" : "errors.session.required"),
  });
  keepPlace();
  forgetSession();
  if (doors.test(location.pathname)) return;
  leaveNotice(isTerminated ? "terminated" : "expired");
  setTimeout(() => leavePage(door), limits.http.loginRedirect);
}

/** Path and query, for after signing in; those of the tab that was looked at, where several ended together. */
function keepPlace(): void {
  if (doors.test(location.pathname) || (document.hidden && recall(storageKeys.redirect) !== null)) return;
  remember(storageKeys.redirect, location.pathname + location.search);
}
