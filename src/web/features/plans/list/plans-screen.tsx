import { Plus, SearchX, WalletCards } from "lucide-react";
import { useState } from "react";
import type { Plan } from "#contract/plans.ts";
import { useSelection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import { DeletePlan } from "../delete-plan.tsx";
import { type PlanFilter, plansPerPage, usePlans } from "../plans.queries.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { planList, sorts } from "./list-state.ts";
import { PlansTable } from "./plans-table.tsx";

export function PlansScreen() {
  const t = useText();
  const [state, change] = planList.use();
  const plans = usePlans(state);
  const isNarrowed = planList.isNarrowed(state);
  return (
    <>
      <PageHeader title={t("plans.title")} note={t("plans.intro")} actions={<NewPlan />} />
      <Tools state={state} change={change} total={plans.data?.total} />
      {plans.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : plans.isError ? (
        <LoadFailure screen="plans" error={plans.error} onRetry={() => void plans.refetch()} />
      ) : plans.data.items.length > 0 ? (
        <div className={plans.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          <Plans plans={plans.data.items} />
          <Pager
            page={state.page}
            perPage={plansPerPage}
            total={plans.data.total}
            onChange={(page) => change({ page })}
          />
        </div>
      ) : isNarrowed ? (
        <EmptyState
          icon={SearchX}
          title={t("plans.no_match_title")}
          text={t("plans.no_match_text")}
          action={<Button onPress={() => change(planList.plain)}>{t("plans.clear_filters")}</Button>}
        />
      ) : (
        <EmptyState
          icon={WalletCards}
          title={t("plans.none_title")}
          text={t("plans.none_text")}
          action={<NewPlan />}
        />
      )}
    </>
  );
}

function NewPlan() {
  const t = useText();
  return (
    <Link href="/editplan/new" look={{ variant: "primary" }}>
      <Icon of={Plus} size="sm" />
      {t("plans.new")}
    </Link>
  );
}

function Plans({ plans }: { plans: readonly Plan[] }) {
  const selection = useSelection(plans.map(({ id }) => id));
  const [doomed, setDoomed] = useState<Plan | null>(null);
  return (
    <>
      <Card isPadded={false}>
        <PlansTable plans={plans} selection={selection} onDelete={setDoomed} />
      </Card>
      {selection.ids.size > 0 && <BulkBar selection={selection} shown={plans} />}
      {doomed !== null && <DeletePlan plan={doomed} onClose={() => setDoomed(null)} />}
    </>
  );
}

function Tools({
  state,
  change,
  total,
}: {
  state: PlanFilter;
  change: (change: Partial<PlanFilter>) => void;
  total: number | undefined;
}) {
  const t = useText();
  const chip = (active: boolean) => (
    <FilterChip
      label={t(active ? "plans.on" : "plans.off")}
      isOn={state.active === active}
      onChange={(isOn) => change({ active: isOn ? active : null })}
    />
  );
  return (
    <div className="mb-6 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch
          label={t("plans.search")}
          value={state.search}
          onSearch={(search) => change({ search })}
          className="w-full md:w-80"
        />
        <div className="ms-auto">
          <SortMenu
            label={t("plans.sort")}
            choices={sorts.map((sort) => ({ value: sort, label: t(`plans.sorts.${sort}`) }))}
            value={state.sort}
            onChange={(sort) => change({ sort })}
          />
        </div>
      </div>
      <div className={chipLine}>
        {chip(true)}
        {chip(false)}
      </div>
      <output className="block text-ink-muted tabular-nums">
        {total === undefined ? "\u00a0" : t("plans.count", { count: total })}
      </output>
    </div>
  );
}
