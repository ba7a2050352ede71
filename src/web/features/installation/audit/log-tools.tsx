import { logParts } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import type { ColumnChoices } from "#web/lib/list-columns.ts";
import { tableAddress } from "#web/lib/table-address.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { ListTools } from "#web/shell/list/list-tools.tsx";
import { PersonSelect, usePersonName } from "#web/shell/people/person-select.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useProjectName } from "#web/shell/projects/projects.queries.ts";
import { ChoiceChip, ChosenChip } from "#web/ui/choice-chip.tsx";
import { ColumnMenu } from "#web/ui/column-menu.tsx";
import { CsvLink } from "#web/ui/csv-link.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { chipLine, FilterChipButton } from "#web/ui/filter-chips.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { CheckRecord } from "./check-record.tsx";
import { kinds, seenKinds } from "./list-state.ts";
import { type ListedLog, type LogFilter, wireFilter } from "./log.queries.ts";
import type { LogColumn } from "./log-table.tsx";

export interface LogToolsProps {
  state: LogFilter;
  change: (change: Partial<LogFilter>) => void;
  /** Undefined until the log has loaded. */
  found: Pick<ListedLog, "total" | "is_more" | "is_recent_only"> | undefined;
  columns: ColumnChoices<LogColumn>;
}

/** Search text, user, project and dates; and the table to download. */
export function LogTools({ state, change, found, columns }: LogToolsProps) {
  const t = useText();
  return (
    <ListTools
      label={t("audit.log.search")}
      search={state.search}
      onSearch={(search) => change({ search })}
      end={
        <>
          <span className="max-md:hidden">
            <ColumnMenu columns={columns} />
          </span>
          <CsvLink
            href={tableAddress("/api/activity/export", wireFilter(state))}
            label={t("audit.log.csv")}
          />
        </>
      }
      count={
        found === undefined
          ? undefined
          : t(found.is_more === true ? "audit.log.more_than" : "audit.log.count", { count: found.total })
      }
    >
      <div className={chipLine}>
        <PersonFilter state={state} change={change} />
        <ProjectFilter state={state} change={change} />
        <KindFilter state={state} change={change} />
        <DaysFilter state={state} change={change} />
      </div>
      {found?.is_recent_only === true && (
        <p className="mt-2 text-sm text-ink-muted">
          {t("audit.log.recent_only", { count: limits.log.readForShort })}
        </p>
      )}
    </ListTools>
  );
}

type FilterProps = Pick<LogToolsProps, "state" | "change">;

/** The parts of the log, and the action to verify it. */
export function LogParts({ state, change }: FilterProps) {
  const t = useText();
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <SegmentedControl
        label={t("audit.log.about")}
        segments={logParts.map((part) => ({ value: part, label: t(`audit.log.whats.${part}`) }))}
        value={state.part}
        onChange={(part) => change({ part, action: null })}
      />
      <CheckRecord />
    </div>
  );
}

function PersonFilter({ state: { user }, change }: FilterProps) {
  const t = useText();
  const name = usePersonName(user);
  if (user !== null)
    return <ChosenChip onRemove={() => change({ user: null })}>{t("audit.log.only", { name })}</ChosenChip>;
  return (
    <Popover label={t("audit.log.who")} trigger={<FilterChipButton label={t("audit.log.anybody")} />}>
      {(close) => (
        <PersonSelect
          label={t("audit.log.who")}
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
      <ChosenChip onRemove={() => change({ project: null })}>{t("audit.log.only", { name })}</ChosenChip>
    );
  return (
    <Popover label={t("audit.log.project")} trigger={<FilterChipButton label={t("audit.log.any_project")} />}>
      {(close) => (
        <ProjectSelect
          label={t("audit.log.project")}
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
    const key = `audit.log.kinds.${one}` as TextKey;
    const text = t(key);
    return text === key ? one : text;
  };
  return (
    <ChoiceChip
      label={t("audit.log.kind")}
      anyLabel={t("audit.log.any_kind")}
      choices={[...(part === "seen" ? seenKinds : kinds)].map((one) => ({ value: one, label: name(one) }))}
      value={kind}
      onChange={(one) => change({ action: one })}
    />
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
        ? t("audit.log.since", { date: day(from) })
        : to !== null
          ? t("audit.log.until", { date: day(to) })
          : t("audit.log.any_day");
  return (
    <Popover
      label={t("audit.log.days")}
      trigger={<FilterChipButton label={label} isSet={from !== null || to !== null} />}
    >
      <div className="flex w-64 flex-col gap-4">
        <DateField label={t("audit.log.from")} value={from} onChange={(next) => change({ from: next })} />
        <DateField label={t("audit.log.to")} value={to} onChange={(next) => change({ to: next })} />
        <p className="text-xs text-ink-muted">{t("audit.log.days_hint")}</p>
      </div>
    </Popover>
  );
}
