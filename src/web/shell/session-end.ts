import { limits } from "#contract/limits.ts";
import { onAuthEvent, tellTabs } from "#web/lib/auth-event.ts";
import { type ApiError, watchCalls } from "#web/lib/client.ts";
import { leavePage } from "#web/lib/leave-page.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { forgetPersonal, onRemembered, recall, remember, storageKeys } from "#web/lib/storage.ts";
import { showToast } from "#web/lib/toasts.ts";
import { forgetUploads, uploadsUnderWay } from "#web/lib/uploads/pending-uploads.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { forgetButCopies } from "./lock/forget-but-copies.ts";
import { tellLogout } from "./session-logout.ts";
import { leaveNotice } from "./session-notice.ts";
import { askUser } from "./session-poll.ts";

/** The sign-in pages: a user there is not redirected, and does not return to them after sign-in. */
const doors =
  /^\/(login|register|recover|forgot-password|reset-password|activate|2fa|reminder|setup|setup-password)(\/|$)/;

/** Refusals that do not concern this session, such as a wrong code: their callers handle them. */
const foreign = /\/(verify-2fa|autodesk\/)/;

const door = "/login?logged_out=true";

/** Removes the stored user and their data, here and in the other tabs. Language, theme and the like stay. */
export function forgetSession(): void {
  forgetHere();
  forgetPersonal();
  tellTabs("logout");
}

/** The same for a session that its user did not end: their saved projects stay, locked. */
async function endSession(): Promise<void> {
  forgetHere();
  await forgetButCopies();
  tellTabs("logout");
}

function forgetHere(): void {
  session.setUser(null);
  queryClient.clear();
}

/**
 * Signs out explicitly; the page goes to /login even when the server cannot be reached. `isWarned`: the user has read
 * which saved projects and voice recordings this removes from the device; otherwise they stay, locked. `forgetsActs`: what waits to be sent is
 * removed, too.
 */
export async function signOut({ isWarned = false, forgetsActs = false } = {}): Promise<void> {
  const user = session.user();
  // Only here: uploads left by a session that merely expired wait for their owner.
  if (user && uploadsUnderWay.get() > 0) await forgetUploads(user.id);
  if (user && isWarned) await forgetRecordings(user.id);
  // Waiting acts stay for their owner, unless they asked for their removal.
  if (forgetsActs) await forgetActs();
  // Before the request to the server: no other tab must learn it from a refusal.
  tellTabs("logout");
  await tellLogout();
  if (isWarned) forgetSession();
  else await endSession();
  leavePage(door);
}

/** Never fails: the user signs out in any case. */
async function forgetRecordings(user: number): Promise<void> {
  try {
    const { forgetUnsentRecordings } = await import("#web/lib/unsent-recordings.ts");
    await forgetUnsentRecordings(user);
  } catch {
    // They stay for their owner.
  }
}

/** Never fails: without storage there is nothing to remove. */
async function forgetActs(): Promise<void> {
  try {
    const { outbox } = await import("./outbox/outbox.ts");
    await outbox.removeAll();
  } catch {
    // The user signs out in any case.
  }
}

/**
 * Signs out an inactive user: their open page is hidden at once, and restored after sign-in. Without a connection the
 * screen is locked instead, and what they saved stays.
 */
export async function signOutAbsent(): Promise<void> {
  const user = session.user();
  keepPlace();
  leaveNotice("inactive");
  forgetHere();
  if (user && (await isLockedInstead(user.id))) return;
  await tellLogout();
  await endSession();
  leavePage(door);
}

/** False as well without a service worker, which opens the locked screen, and where its code cannot be loaded. */
async function isLockedInstead(user: number): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false;
  try {
    const { lockWithoutConnection } = await import("./lock/lock-without-connection.ts");
    return await lockWithoutConnection(user);
  } catch {
    return false;
  }
}

/**
 * Ends the session here on any 401 of a signed-in user: one message, then /login. A guest stays on the page. Follows
 * sign-in and sign-out of other tabs.
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
  const stopLock = onRemembered("app-locked", (value) => {
    if (value !== null) location.reload();
  });
  return () => {
    stopCalls();
    stopTabs();
    stopLock();
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
  if (isTerminated) forgetSession();
  else void endSession();
  if (doors.test(location.pathname)) return;
  leaveNotice(isTerminated ? "terminated" : "expired");
  setTimeout(() => leavePage(door), limits.http.loginRedirect);
}

/** Stores path and query for after sign-in; those of the visible tab, where several ended together. */
function keepPlace(): void {
  if (doors.test(location.pathname) || (document.hidden && recall(storageKeys.redirect) !== null)) return;
  remember(storageKeys.redirect, location.pathname + location.search);
}
