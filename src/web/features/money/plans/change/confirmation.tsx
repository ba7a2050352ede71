import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Plan } from "#contract/plans.ts";
import { dayBefore, dayOf } from "#web/lib/day.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import type { Usage } from "../plan-card.tsx";
import { type Offer, useChoosePlan, useEndPlan } from "./change.queries.ts";
import { Consequences } from "./consequences.tsx";
import { type Step, stepTo } from "./steps.ts";

/** A change that is not confirmed yet. */
export type Intent =
  | { readonly kind: "choose"; readonly plan: Plan }
  | { readonly kind: "end" }
  | { readonly kind: "withdraw" };

export interface ConfirmationProps {
  intent: Intent;
  offer: Offer;
  usage: Usage;
  onClose: () => void;
}

/** Consequences and date of a change, then the change. A refusal is shown here, with nothing changed. */
export function Confirmation({ intent, offer, usage, onClose }: ConfirmationProps) {
  const t = useText();
  const format = useFormat();
  const isAdmin = useSignedInUser().super_admin;
  const choose = useChoosePlan();
  const end = useEndPlan();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { present, standing } = offer;
  const tell = (title: string) => showToast({ tone: "ok", title }, limits.toast.form);

  async function act(): Promise<void> {
    setRefusal(null);
    try {
      if (intent.kind === "choose") await take(intent.plan);
      else if (intent.kind === "withdraw" && present !== null) await choose.mutateAsync(present.id_plan);
      else await leavePlan();
      if (intent.kind === "withdraw") tell(t("plans.subscription.done.withdrawn"));
      onClose();
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  }

  async function take(plan: Plan): Promise<void> {
    const { outcome, from } = await choose.mutateAsync(plan.id_plan);
    const date = from === null ? "" : format.date(dayOf(from), "long");
    tell(t(`plans.subscription.done.${outcome}`, { name: plan.name, date }));
  }

  async function leavePlan(): Promise<void> {
    const { until } = await end.mutateAsync();
    if (intent.kind === "withdraw") return;
    tell(
      until === null
        ? t("plans.subscription.done.ended_now")
        : t("plans.subscription.done.ended", { date: format.date(dayOf(until), "long") }),
    );
  }

  const words = textsOf();
  return (
    <ConfirmDialog
      title={words.title}
      confirmLabel={words.confirm}
      isOpen
      onClose={onClose}
      onConfirm={() => void act()}
      isPending={choose.isPending || end.isPending}
      isDestructive={intent.kind === "end"}
    >
      <div className="flex flex-col gap-4">
        {refusal !== null && <Banner tone="bad">{refusal}</Banner>}
        <p>{words.text}</p>
        {intent.kind === "choose" && words.step !== "keep" && (
          <Consequences plan={intent.plan} present={present} usage={usage} />
        )}
      </div>
    </ConfirmDialog>
  );

  function textsOf(): { title: string; text: string; confirm: string; step?: Step } {
    const startsOn = standing.nextBillingDate;
    const days = startsOn === null ? null : daysOf(startsOn);
    if (intent.kind === "withdraw") {
      const name = standing.requested_plan?.name ?? "";
      return {
        title: t("plans.subscription.confirm.withdraw_title", { name }),
        text: t("plans.subscription.confirm.withdraw_text"),
        confirm: t("plans.subscription.withdraw"),
      };
    }
    if (intent.kind === "end") {
      const name = present?.name ?? "";
      return {
        title: t("plans.subscription.confirm.end_title", { name }),
        text:
          days === null
            ? t("plans.subscription.confirm.end_text_open", { name })
            : t("plans.subscription.confirm.end_text", { name, ...days }),
        confirm: t("plans.subscription.end"),
      };
    }
    const { name } = intent.plan;
    const step = stepTo(intent.plan, present, standing, isAdmin);
    if (step === "later")
      return {
        step,
        title: t("plans.subscription.confirm.down_title", { name }),
        text:
          days === null
            ? t("plans.subscription.confirm.down_text_open", { name, present: present?.name ?? "" })
            : t("plans.subscription.confirm.down_text", { name, present: present?.name ?? "", ...days }),
        confirm: t("plans.subscription.choose", { name }),
      };
    const kind = { first: "first", now: "up", ask: "ask", keep: "keep", none: "keep" } as const;
    const verb = step === "keep" || step === "none" ? "keep" : step === "ask" ? "ask" : "choose";
    return {
      step,
      title: t(`plans.subscription.confirm.${kind[step]}_title`, { name }),
      text: t(`plans.subscription.confirm.${kind[step]}_text`, { name }),
      confirm: t(`plans.subscription.${verb}`, { name }),
    };
  }

  function daysOf(date: string) {
    return {
      date: format.date(dayOf(date), "long"),
      last: format.date(dayOf(dayBefore(date)), "long"),
    };
  }
}
