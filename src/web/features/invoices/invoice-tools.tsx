import { CircleAlert } from "lucide-react";
import { useState } from "react";
import type { ColumnChoices } from "#web/lib/list-columns.ts";
import { tableAddress } from "#web/lib/table-address.ts";
import { useText } from "#web/lib/use-text.ts";
import { usePersonName } from "#web/shell/people/person-select.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ColumnMenu } from "#web/ui/column-menu.tsx";
import { CsvLink } from "#web/ui/csv-link.tsx";
import { chipLine, FilterChip, FilterChipButton } from "#web/ui/filter-chips.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
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

/** What is searched for, which of it is shown, in what order and with what columns; and the table to keep. */
export function InvoiceTools({ state, change, total, columns }: InvoiceToolsProps) {
  const t = useText();
  return (
    <div className="mb-6 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ListSearch
          label={t("invoices.search")}
          value={state.search}
          onSearch={(search) => change({ search })}
          className="w-full md:w-80"
        />
        <div className="flex flex-wrap items-center gap-1 md:ms-auto">
          <SortMenu
            label={t("invoices.sort")}
            choices={sorts.map((sort) => ({ value: sort, label: t(`invoices.sorts.${sort}`) }))}
            value={state.sort}
            onChange={(sort) => change({ sort })}
          />
          <span className="max-md:hidden">
            <ColumnMenu columns={columns} />
          </span>
          <CsvLink href={tableAddress("/api/invoices/export", wireFilter(state))} label={t("invoices.csv")} />
        </div>
      </div>
      <Filters state={state} change={change} />
      <output className="block text-ink-muted tabular-nums">
        {total === undefined ? "\u00a0" : t("invoices.count", { count: total })}
      </output>
    </div>
  );
}

function Filters({ state, change }: Pick<InvoiceToolsProps, "state" | "change">) {
  const t = useText();
  const name = usePersonName(state.user);
  const [now] = useState(() => new Date().getFullYear());
  return (
    <div className={chipLine}>
      <FilterChip
        label={t("subscription.bills.statuses.overdue")}
        icon={CircleAlert}
        isOn={state.overdue}
        onChange={(overdue) => change({ overdue, ...(overdue && { status: null }) })}
      />
      {statuses.map((status) => (
        <FilterChip
          key={status}
          label={t(`subscription.bills.statuses.${status}`)}
          isOn={state.status === status}
          onChange={(isOn) => change({ status: isOn ? status : null, ...(isOn && { overdue: false }) })}
        />
      ))}
      {state.year === null ? (
        <Menu
          placement="bottom start"
          label={t("invoices.year")}
          trigger={<FilterChipButton label={t("invoices.any_year")} />}
        >
          {yearsUpTo(now).map((year) => (
            <MenuItem key={year} id={String(year)} label={String(year)} onAction={() => change({ year })} />
          ))}
        </Menu>
      ) : (
        <Chip tone="accent" className="h-8 self-center" onRemove={() => change({ year: null })}>
          {String(state.year)}
        </Chip>
      )}
      {state.user === null ? (
        <PersonChip onChoose={(user) => change({ user })} />
      ) : (
        <Chip tone="accent" className="h-8 self-center" onRemove={() => change({ user: null })}>
          {t("invoices.only", { name })}
        </Chip>
      )}
    </div>
  );
}
