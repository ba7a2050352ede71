import { callFailureText } from "./call-failure.ts";
import type { Outcome } from "./client.ts";
import { watchCalls } from "./client.ts";
import { copyReference, referenceOf } from "./error-reference.ts";
import { errorTitle } from "./error-text.ts";
import { showToast } from "./toasts.ts";
import type { TextKey } from "./use-text.ts";
import { translate } from "./words-on-screen.ts";

/** Sign-in and token calls, and those that the user does not trigger deliberately, show no success toast. */
const silent =
  /\/(login|demo-login|logout|setup|csrf-token|language|broadcasting|verify-|password\/|search|mark-)/;

const byMethod: Readonly<Record<string, TextKey>> = {
  POST: "common.created",
  PUT: "common.updated",
  PATCH: "common.updated",
  DELETE: "common.deleted",
};

/** Shows a toast for every failed call, and for every successful change. Returns a function that stops it. */
export function toastCalls(): () => void {
  return watchCalls((outcome) => {
    if (!outcome.toast) return;
    if (outcome.kind === "success") tellSuccess(outcome);
    else tellFailure(outcome);
  });
}

function tellSuccess({ route, method, message, custom }: Outcome & { kind: "success" }): void {
  const key = byMethod[method];
  if (custom) showToast({ tone: "ok", title: message });
  else if (key !== undefined && !silent.test(route)) showToast({ tone: "ok", title: translate.get()(key) });
}

function tellFailure({ route, error }: Outcome & { kind: "failure" }): void {
  // The whole page shows maintenance; unpaid invoices are shown by the shell, with a link to them.
  if (error.code === "MAINTENANCE" || error.code === "PAYMENT_OVERDUE") return;
  const t = translate.get();
  if (error.status === 419) {
    showToast({ tone: "bad", title: t("errors.session.expired_title"), text: t("errors.session.expired") });
    return;
  }
  const title = errorTitle(error.status, t);
  if (title === null) return;
  const text = callFailureText(route, error, t);
  const reference = referenceOf(error);
  if (reference === "") return showToast({ tone: "bad", title, text });
  showToast({
    tone: "bad",
    title,
    text: `${text} ${t("errors.reference")} \u2068${reference}\u2069`,
    action: { label: t("errors.copy_reference"), onAction: () => void copyReference(reference) },
  });
}
