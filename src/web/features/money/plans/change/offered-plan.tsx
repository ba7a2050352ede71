import type { Plan } from "#contract/plans.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { PlanCard, type Usage } from "../plan-card.tsx";
import type { Offer } from "./change.queries.ts";
import type { Intent } from "./confirmation.tsx";
import { stepTo } from "./steps.ts";

export interface OfferedPlanProps {
  plan: Plan;
  offer: Offer;
  usage: Usage;
  onIntent: (intent: Intent) => void;
}

/** One plan on offer: its card, marked when it is the current one, with its only possible action. */
export function OfferedPlan({ plan, offer: { present, standing }, usage, onIntent }: OfferedPlanProps) {
  const t = useText();
  const format = useFormat();
  const isAdmin = useSignedInUser().super_admin;
  const isCurrent = plan.id_plan === present?.id_plan;
  const step = stepTo(plan, present, standing, isAdmin);
  const { next_plan: next, requested_plan: wish } = standing;
  const verb = step === "keep" ? "keep" : step === "ask" ? "ask" : "choose";
  return (
    <PlanCard
      plan={plan}
      usage={usage}
      isCurrent={isCurrent}
      marks={
        <>
          {isCurrent && <Chip tone="accent">{t("plans.subscription.yours")}</Chip>}
          {next?.id_plan === plan.id_plan && (
            <Chip tone="warn">
              {t("plans.subscription.coming", { date: format.date(dayOf(next.from), "day") })}
            </Chip>
          )}
          {wish?.id_plan === plan.id_plan && <Chip tone="info">{t("plans.subscription.asked")}</Chip>}
        </>
      }
      {...(step !== "none" && {
        actions: (
          <Button
            variant={step === "first" || step === "now" ? "primary" : "secondary"}
            onPress={() => onIntent({ kind: "choose", plan })}
          >
            {t(`plans.subscription.${verb}`, { name: plan.name })}
          </Button>
        ),
      })}
    />
  );
}
