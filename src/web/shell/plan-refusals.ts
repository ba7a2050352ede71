import { isReadOnly } from "#web/lib/can-create.ts";
import { watchCalls } from "#web/lib/client.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { ownInvoicesPath } from "./own-invoices.ts";
import { askUser } from "./session-poll.ts";

/** The same message is not shown twice within this many milliseconds. */
const pause = 5000;

/**
 * An exhausted plan and an overdue invoice become known through refusals of any call: the page takes over the current
 * state, and the invoices open beside the form, so that no input is lost. Returns a function that stops it.
 */
export function watchPlanRefusals(): () => void {
  let toldAt = -Infinity;
  return watchCalls((outcome) => {
    if (outcome.kind === "success") {
      // A payment in the meantime becomes known when the server accepts writes again.
      if (outcome.method !== "GET" && isReadOnly(session.user() ?? null)) void askUser();
      return;
    }
    const { code } = outcome.error;
    if (code === "PLAN_LIMIT" || code === "PLAN_LIMIT_MONTH") {
      void queryClient.invalidateQueries({ queryKey: ["quota"] });
      void askUser();
    }
    if (code !== "PAYMENT_OVERDUE" || performance.now() - toldAt < pause) return;
    toldAt = performance.now();
    void askUser();
    const t = translate.get();
    showToast({
      tone: "bad",
      title: t("plans.subscription.unpaid.refused_title"),
      text: t("plans.subscription.unpaid.refused_text"),
      action: {
        label: t("plans.subscription.unpaid.show"),
        onAction: () => window.open(ownInvoicesPath, "_blank", "noopener"),
      },
    });
  });
}
