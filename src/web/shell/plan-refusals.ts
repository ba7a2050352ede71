import { isReadOnly } from "#web/lib/can-create.ts";
import { watchCalls } from "#web/lib/client.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { ownInvoicesPath } from "./own-invoices.ts";
import { askUser } from "./session-poll.ts";

/** Nobody reads the same sentence twice within so many milliseconds. */
const pause = 5000;

/**
 * A plan that ran full and a bill that was not paid in time are told by refusals, whatever was tried: the page takes over
 * what holds now, and the bills open beside what was typed, so that none of it is lost. Returns what stops it.
 */
export function watchPlanRefusals(): () => void {
  let toldAt = -Infinity;
  return watchCalls((outcome) => {
    if (outcome.kind === "success") {
      // What was paid meanwhile is known by what the server does again.
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
