import { Plus, WalletCards } from "lucide-react";
import { useState } from "react";
import type { Plan } from "#contract/plans.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { ListTools } from "#web/shell/list/list-tools.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
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
  const [doomed, setDoomed] = useState<Plan | null>(null);
  return (
    <>
      <ListScreen
        title={t("plans.title")}
        note={t("plans.intro")}
        actions={<NewPlan />}
        tools={<Tools state={state} change={change} total={plans.data?.total} />}
        list={plans}
        screen="plans"
        none={
          <EmptyState
            icon={WalletCards}
            title={t("plans.none_title")}
            text={t("plans.none_text")}
            action={<NewPlan />}
          />
        }
        isNarrowed={planList.isNarrowed(state)}
        onClear={() => change(planList.plain)}
        paging={{ page: state.page, perPage: plansPerPage, onPage: (page) => change({ page }) }}
        renderBar={(selection, shown) => <BulkBar selection={selection} shown={shown} />}
      >
        {(items, selection) => (
          <Card isPadded={false}>
            <PlansTable plans={items} selection={selection} onDelete={setDoomed} />
          </Card>
        )}
      </ListScreen>
      {doomed !== null && <DeletePlan plan={doomed} onClose={() => setDoomed(null)} />}
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
    <ListTools
      label={t("plans.search")}
      search={state.search}
      onSearch={(search) => change({ search })}
      end={
        <SortMenu
          label={t("plans.sort")}
          choices={sorts.map((sort) => ({ value: sort, label: t(`plans.sorts.${sort}`) }))}
          value={state.sort}
          onChange={(sort) => change({ sort })}
        />
      }
      count={total === undefined ? undefined : t("plans.count", { count: total })}
    >
      <div className={chipLine}>
        {chip(true)}
        {chip(false)}
      </div>
    </ListTools>
  );
}
