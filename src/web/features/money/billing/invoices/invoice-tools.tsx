import { CircleAlert } from "lucide-react";
import { useState } from "react";
import type { ColumnChoices } from "#web/lib/list-columns.ts";
import { tableAddress } from "#web/lib/table-address.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListTools } from "#web/shell/list/list-tools.tsx";
import { usePersonName } from "#web/shell/people/person-select.tsx";
import { ChoiceChip, ChosenChip } from "#web/ui/choice-chip.tsx";
import { ColumnMenu } from "#web/ui/column-menu.tsx";
import { CsvLink } from "#web/ui/csv-link.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import { type InvoiceFilter, wireFilter } from "./invoices.queries.ts";
import type { InvoiceColumn } from "./invoices-table.tsx";
import { sorts, statuses, yearsUpTo } from "./list-state.ts";
import { PersonChip } from "./person-chip.tsx";

export interface InvoiceToolsProps {
  state: InvoiceFilter;
  change: (change: Partial<InvoiceFilter>) => void;
  total: number | undefined;
  columns: ColumnChoices<InvoiceColumn>;
}

/** Search, filters, order and columns of the list; and its export. */
export function InvoiceTools({ state, change, total, columns }: InvoiceToolsProps) {
  const t = useText();
  return (
    <ListTools
      label={t("billing.invoices.search")}
      search={state.search}
      onSearch={(search) => change({ search })}
      end={
        <>
          <SortMenu
            label={t("billing.invoices.sort")}
            choices={sorts.map((sort) => ({ value: sort, label: t(`billing.invoices.sorts.${sort}`) }))}
            value={state.sort}
            onChange={(sort) => change({ sort })}
          />
          <span className="max-md:hidden">
            <ColumnMenu columns={columns} />
          </span>
          <CsvLink
            href={tableAddress("/api/invoices/export", wireFilter(state))}
            label={t("billing.invoices.csv")}
          />
        </>
      }
      count={total === undefined ? undefined : t("billing.invoices.count", { count: total })}
    >
      <Filters state={state} change={change} />
    </ListTools>
  );
}

function Filters({ state, change }: Pick<InvoiceToolsProps, "state" | "change">) {
  const t = useText();
  const name = usePersonName(state.user);
  const [now] = useState(() => new Date().getFullYear());
  return (
    <div className={chipLine}>
      <FilterChip
        label={t("plans.subscription.bills.statuses.overdue")}
        icon={CircleAlert}
        isOn={state.overdue}
        onChange={(overdue) => change({ overdue, ...(overdue && { status: null }) })}
      />
      {statuses.map((status) => (
        <FilterChip
          key={status}
          label={t(`plans.subscription.bills.statuses.${status}`)}
          isOn={state.status === status}
          onChange={(isOn) => change({ status: isOn ? status : null, ...(isOn && { overdue: false }) })}
        />
      ))}
      <ChoiceChip
        label={t("billing.invoices.year")}
        anyLabel={t("billing.invoices.any_year")}
        choices={yearsUpTo(now).map((year) => ({ value: year, label: String(year) }))}
        value={state.year}
        onChange={(year) => change({ year })}
      />
      {state.user === null ? (
        <PersonChip onChoose={(user) => change({ user })} />
      ) : (
        <ChosenChip onRemove={() => change({ user: null })}>
          {t("billing.invoices.only", { name })}
        </ChosenChip>
      )}
    </div>
  );
}
