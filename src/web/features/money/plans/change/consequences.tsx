import type { Plan } from "#contract/plans.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { PlanPrice, type Usage } from "../plan-card.tsx";
import { overOf } from "./steps.ts";

/** The price before and after, and the user's usage above the new limits. */
export function Consequences({ plan, present, usage }: { plan: Plan; present: Plan | null; usage: Usage }) {
  const t = useText();
  const format = useFormat();
  const over = overOf(plan, usage).map((limit) =>
    t("plans.subscription.confirm.over_item", {
      what: t(`plans.subscription.limits.${limit}`),
      used: format.number(usage[limit] ?? 0),
      limit: format.number(plan[limit] ?? 0),
    }),
  );
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 rounded-lg bg-sunken p-4 text-ink">
        {present !== null && (
          <div>
            <dt className="text-xs text-ink-muted">{t("plans.subscription.confirm.price_before")}</dt>
            <dd>
              <PlanPrice plan={present} />
            </dd>
          </div>
        )}
        <div>
          <dt className="text-xs text-ink-muted">{t("plans.subscription.confirm.price_after")}</dt>
          <dd>
            <PlanPrice plan={plan} />
          </dd>
        </div>
      </dl>
      {over.length > 0 && (
        <Banner tone="warn">
          {t("plans.subscription.confirm.over_text", { name: plan.name, list: format.list(over) })}
        </Banner>
      )}
    </>
  );
}
