import { limits } from "#contract/limits.ts";
import type { Plan } from "#contract/plans.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { useSwitchPlans } from "./plans.queries.ts";

/** Activates or deactivates plans, shows the result, and offers an undo. */
export function useSwitchedToast() {
  const t = useText();
  const { mutateAsync, isPending } = useSwitchPlans();

  /**
   * Resolves whether all were changed. Plans already in the target status are skipped, so that undo restores the former
   * one.
   */
  async function switchPlans(plans: readonly Plan[], active: boolean): Promise<boolean> {
    const wanted = plans.filter((plan) => plan.active !== active);
    if (wanted.length === 0) return true;
    const { done, error } = await mutateAsync({ plans: wanted, active });
    if (error !== null) {
      const text = errorText(error, t);
      showToast({
        tone: "bad",
        title: t("plans.partly_title"),
        text: `${t("plans.partly_text", { done: done.length, all: wanted.length })} ${text}`,
      });
      return false;
    }
    const undo = () =>
      void switchPlans(
        done.map((plan) => ({ ...plan, active })),
        !active,
      );
    showToast(
      {
        tone: "ok",
        title: t(active ? "plans.switched_on" : "plans.switched_off", { count: done.length }),
        action: { label: t("common.undo"), onAction: undo },
      },
      limits.toast.form,
    );
    return true;
  }

  return { switchPlans, isPending };
}
