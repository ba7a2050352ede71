import { CircleOff } from "lucide-react";
import { useState } from "react";
import { dayBefore, dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { type Offer, useOffer, useUsage } from "./change.queries.ts";
import { Confirmation, type Intent } from "./confirmation.tsx";
import { OfferedPlan } from "./offered-plan.tsx";

const grid = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,14.5rem),1fr))] gap-4";

/** The available plans beside the user's usage; each action shows its consequences first. */
export function ChangePlanScreen() {
  const t = useText();
  const offer = useOffer();
  return (
    <div className="mx-auto max-w-280">
      <PageHeader title={t("plans.subscription.title")} note={t("plans.subscription.intro")} />
      {offer.isPending ? (
        <PlansSkeleton />
      ) : offer.isError ? (
        <LoadFailure error={offer.error} onRetry={() => void offer.refetch()} />
      ) : (
        <Choices offer={offer.data} />
      )}
    </div>
  );
}

function PlansSkeleton() {
  return (
    <Outline className={grid}>
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} className="h-108 rounded-lg" />
      ))}
    </Outline>
  );
}

function Choices({ offer }: { offer: Offer }) {
  const t = useText();
  const usage = useUsage();
  const [intent, setIntent] = useState<Intent | null>(null);
  const { plans, present, standing } = offer;
  const isEnding = standing.next_plan !== null && standing.next_plan.id_plan === null;
  return (
    <>
      <Standing offer={offer} onIntent={setIntent} />
      {plans.length === 0 ? (
        <EmptyState
          icon={CircleOff}
          title={t("plans.subscription.none_title")}
          text={t("plans.subscription.none_text")}
        />
      ) : (
        <div className={grid}>
          {plans.map((plan) => (
            <OfferedPlan key={plan.id_plan} plan={plan} offer={offer} usage={usage} onIntent={setIntent} />
          ))}
        </div>
      )}
      {present !== null && !isEnding && (
        <p className="mt-8 flex justify-center">
          <Button variant="quietDanger" onPress={() => setIntent({ kind: "end" })}>
            {t("plans.subscription.end")}
          </Button>
        </p>
      )}
      {intent !== null && (
        <Confirmation intent={intent} offer={offer} usage={usage} onClose={() => setIntent(null)} />
      )}
    </>
  );
}

/** A pending change, and how to cancel it. */
function Standing({ offer, onIntent }: { offer: Offer; onIntent: (intent: Intent) => void }) {
  const t = useText();
  const format = useFormat();
  const { present, standing } = offer;
  const { next_plan: next, requested_plan: wish } = standing;
  const back = present !== null && (
    <Button size="sm" onPress={() => onIntent({ kind: "choose", plan: present })}>
      {t("plans.subscription.keep", { name: present.name })}
    </Button>
  );
  if (next !== null)
    return (
      <Banner tone="warn" className="mb-5" action={back}>
        {next.id_plan === null
          ? t("plans.subscription.next_end", { date: format.date(dayOf(dayBefore(next.from)), "long") })
          : t("plans.subscription.next_change", {
              name: next.name,
              date: format.date(dayOf(next.from), "long"),
            })}
      </Banner>
    );
  if (wish !== null)
    return (
      <Banner
        className="mb-5"
        action={
          <Button size="sm" onPress={() => onIntent({ kind: "withdraw" })}>
            {t("plans.subscription.withdraw")}
          </Button>
        }
      >
        {t("plans.subscription.waiting", { name: wish.name })}
      </Banner>
    );
  return present === null ? <p className="mb-5 text-ink-muted">{t("plans.subscription.no_plan")}</p> : null;
}
