import { logParts } from "#contract/choices.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import type { ColumnChoices } from "#web/lib/list-columns.ts";
import { tableAddress } from "#web/lib/table-address.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { PersonSelect, usePersonName } from "#web/shell/people/person-select.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useProjectName } from "#web/shell/projects/projects.queries.ts";
import { Chip } from "#web/ui/chip.tsx";
import { ColumnMenu } from "#web/ui/column-menu.tsx";
import { CsvLink } from "#web/ui/csv-link.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { chipLine, FilterChipButton } from "#web/ui/filter-chips.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { CheckRecord } from "./check-record.tsx";
import { kinds, seenKinds } from "./list-state.ts";
import { type LogFilter, wireFilter } from "./log.queries.ts";
import type { LogColumn } from "./log-table.tsx";

export interface LogToolsProps {
  state: LogFilter;
  change: (change: Partial<LogFilter>) => void;
  total: number | undefined;
  columns: ColumnChoices<LogColumn>;
}

/** What is searched for, of whom, where and when; and the table to keep. */
export function LogTools({ state, change, total, columns }: LogToolsProps) {
  const t = useText();
  return (
    <div className="mb-6 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <SegmentedControl
          label={t("activity_log.about")}
          segments={logParts.map((part) => ({ value: part, label: t(`activity_log.whats.${part}`) }))}
          value={state.part}
          onChange={(part) => change({ part, action: null })}
        />
        <CheckRecord />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ListSearch
          label={t("activity_log.search")}
          value={state.search}
          onSearch={(search) => change({ search })}
          className="w-full md:w-104"
        />
        <div className="flex flex-wrap items-center gap-1 md:ms-auto">
          <span className="max-md:hidden">
            <ColumnMenu columns={columns} />
          </span>
          <CsvLink
            href={tableAddress("/api/activity/export", wireFilter(state))}
            label={t("activity_log.csv")}
          />
        </div>
      </div>
      <div className={chipLine}>
        <PersonFilter state={state} change={change} />
        <ProjectFilter state={state} change={change} />
        <KindFilter state={state} change={change} />
        <DaysFilter state={state} change={change} />
      </div>
      <output className="block text-ink-muted tabular-nums">
        {total === undefined ? "\u00a0" : t("activity_log.count", { count: total })}
      </output>
    </div>
  );
}

type FilterProps = Pick<LogToolsProps, "state" | "change">;

const active = "h-8 self-center";

function PersonFilter({ state: { user }, change }: FilterProps) {
  const t = useText();
  const name = usePersonName(user);
  if (user !== null)
    return (
      <Chip tone="accent" className={active} onRemove={() => change({ user: null })}>
        {t("activity_log.only", { name })}
      </Chip>
    );
  return (
    <Popover label={t("activity_log.who")} trigger={<FilterChipButton label={t("activity_log.anybody")} />}>
      {(close) => (
        <PersonSelect
          label={t("activity_log.who")}
          value={null}
          onChange={(id) => {
            close();
            change({ user: id });
          }}
          className="w-72 max-w-full"
        />
      )}
    </Popover>
  );
}

function ProjectFilter({ state: { project }, change }: FilterProps) {
  const t = useText();
  const name = useProjectName(project);
  if (project !== null)
    return (
      <Chip tone="accent" className={active} onRemove={() => change({ project: null })}>
        {t("activity_log.only", { name })}
      </Chip>
    );
  return (
    <Popover
      label={t("activity_log.project")}
      trigger={<FilterChipButton label={t("activity_log.any_project")} />}
    >
      {(close) => (
        <ProjectSelect
          label={t("activity_log.project")}
          value={null}
          onChange={(next) => {
            close();
            if (next !== null) change({ project: next.id });
          }}
          className="w-72 max-w-full"
        />
      )}
    </Popover>
  );
}

function KindFilter({ state: { part, action }, change }: FilterProps) {
  const t = useText();
  const kind = action?.split(".")[0] ?? null;
  const name = (one: string) => {
    const key = `activity_log.kinds.${one}` as TextKey;
    const text = t(key);
    return text === key ? one : text;
  };
  if (kind !== null)
    return (
      <Chip tone="accent" className={active} onRemove={() => change({ action: null })}>
        {name(kind)}
      </Chip>
    );
  return (
    <Menu
      placement="bottom start"
      label={t("activity_log.kind")}
      trigger={<FilterChipButton label={t("activity_log.any_kind")} />}
    >
      {(part === "seen" ? seenKinds : kinds).map((one) => (
        <MenuItem key={one} id={one} label={name(one)} onAction={() => change({ action: one })} />
      ))}
    </Menu>
  );
}

function DaysFilter({ state: { from, to }, change }: FilterProps) {
  const t = useText();
  const format = useFormat();
  const day = (text: string) => format.date(dayOf(text));
  const label =
    from !== null && to !== null
      ? `${day(from)} – ${day(to)}`
      : from !== null
        ? t("activity_log.since", { date: day(from) })
        : to !== null
          ? t("activity_log.until", { date: day(to) })
          : t("activity_log.any_day");
  return (
    <Popover label={t("activity_log.days")} trigger={<FilterChipButton label={label} />}>
      <div className="flex w-64 flex-col gap-4">
        <DateField label={t("activity_log.from")} value={from} onChange={(next) => change({ from: next })} />
        <DateField label={t("activity_log.to")} value={to} onChange={(next) => change({ to: next })} />
        <p className="text-xs text-ink-muted">{t("activity_log.days_hint")}</p>
      </div>
    </Popover>
  );
}
