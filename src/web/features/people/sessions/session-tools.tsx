import { CalendarClock, CircleCheck, CircleSlash } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { ListTools } from "#web/shell/list/list-tools.tsx";
import { ChosenChip } from "#web/ui/choice-chip.tsx";
import { DateTimeField } from "#web/ui/date-time-field.tsx";
import { chipLine, FilterChip, FilterChipButton } from "#web/ui/filter-chips.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { periods, type SessionListState } from "./list-state.ts";

export interface SessionToolsProps {
  state: SessionListState;
  change: (change: Partial<SessionListState>) => void;
  total: number | undefined;
  /** Name of the user whose sessions are shown. */
  person: string | undefined;
}

/** Search and filters. */
export function SessionTools({ state, change, total, person }: SessionToolsProps) {
  const t = useText();
  const isOn = (one: SessionListState["state"]) => state.state === one;
  return (
    <ListTools
      label={t("sessions.list.search")}
      search={state.search}
      onSearch={(search) => change({ search })}
      count={total === undefined ? undefined : t("sessions.list.count", { count: total })}
    >
      <div className={chipLine}>
        <FilterChip
          label={t("sessions.list.active")}
          icon={CircleCheck}
          isOn={isOn("active")}
          onChange={(on) => change({ state: on ? "active" : null })}
        />
        <FilterChip
          label={t("sessions.list.ended")}
          icon={CircleSlash}
          isOn={isOn("ended")}
          onChange={(on) => change({ state: on ? "ended" : null })}
        />
        <Menu
          placement="bottom start"
          selected={state.period ?? "any"}
          trigger={
            <FilterChipButton
              isSet={state.period !== null}
              label={
                state.period === null ? t("sessions.list.when") : t(`sessions.list.periods.${state.period}`)
              }
            />
          }
        >
          <MenuItem id="any" label={t("sessions.list.when")} onAction={() => change({ period: null })} />
          {periods.map((period) => (
            <MenuItem
              key={period}
              id={period}
              label={t(`sessions.list.periods.${period}`)}
              {...(period === "custom" && { icon: CalendarClock })}
              onAction={() => change({ period })}
            />
          ))}
        </Menu>
        {state.user !== null && (
          <ChosenChip onRemove={() => change({ user: null })}>
            {t("sessions.list.only_user", { name: person ?? `#${state.user}` })}
          </ChosenChip>
        )}
      </div>
      {state.period === "custom" && (
        <div className="grid gap-3 sm:max-w-130 sm:grid-cols-2">
          <DateTimeField
            label={t("sessions.list.from")}
            value={state.from}
            onChange={(from) => change({ from })}
            isPastOnly
          />
          <DateTimeField label={t("sessions.list.to")} value={state.to} onChange={(to) => change({ to })} />
        </div>
      )}
    </ListTools>
  );
}
