import { limits } from "#contract/limits.ts";
import { type ApiError, watchCalls } from "#web/lib/client.ts";
import { translate } from "#web/lib/i18n.ts";
import { leave } from "#web/lib/leave.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { onRemembered, remember, storageKeys } from "#web/lib/storage.ts";
import { showToast } from "#web/lib/toasts.ts";

/** On these somebody who is thrown out is not brought back to after signing in. */
const notReturnedTo = /^\/(login|register|recover|forgot-password|reset-password|activate|setup)(\/|$)/;

/** Rights and wrong codes of others than this session: their callers handle them. */
const foreign = /\/(verify-2fa|autodesk\/)/;

/** Forgets who was signed in and what he saw. Language, theme and the like stay. */
export function forgetSession(): void {
  session.setUser(null);
  queryClient.clear();
  remember(storageKeys.session, `out ${Date.now()}`);
}

/** Any 401 of somebody signed in ends the session here: one message, then /login. A guest stays where he is. */
export function watchSessionEnd(): () => void {
  const stopCalls = watchCalls((outcome) => {
    if (outcome.kind === "failure" && outcome.error.status === 401 && !foreign.test(outcome.route)) {
      end(outcome.error);
    }
  });
  const stopTabs = onRemembered(storageKeys.session, (value) => {
    if (value?.startsWith("out") !== true || !session.user()) return;
    session.setUser(null);
    queryClient.clear();
    leave("/login");
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
  if (!notReturnedTo.test(location.pathname)) {
    remember(storageKeys.redirect, location.pathname + location.search);
  }
  forgetSession();
  setTimeout(() => leave("/login?logged_out=true"), limits.http.loginRedirect);
}
