import { Radio, UserRound } from "lucide-react";
import { channelSorts, liveDrivers } from "#contract/choices.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListTools } from "#web/shell/list/list-tools.tsx";
import { chipLine, FilterChip, FilterChipButton } from "#web/ui/filter-chips.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import type { ChannelListState } from "./list-state.ts";

export interface ChannelToolsProps {
  state: ChannelListState;
  change: (change: Partial<ChannelListState>) => void;
  total: number | undefined;
  /** The channels of all users are listed: then they are grouped by their service, not by their owner. */
  everybody: boolean;
}

const states = ["live", "starting", "interrupted", "failed", "idle"] as const;

/** Search text, filter and order. */
export function ChannelTools({ state, change, total, everybody }: ChannelToolsProps) {
  const t = useText();
  return (
    <ListTools
      label={t("live.list.search")}
      search={state.search}
      onSearch={(search) => change({ search })}
      end={
        <SortMenu
          label={t("live.list.sort")}
          choices={channelSorts.map((sort) => ({ value: sort, label: t(`live.list.sorts.${sort}`) }))}
          value={state.sort}
          onChange={(sort) => change({ sort })}
        />
      }
      count={total === undefined ? undefined : t("live.list.count", { count: total })}
    >
      <div className={chipLine}>
        {!everybody && (
          <FilterChip
            label={t("live.list.mine")}
            icon={UserRound}
            isOn={state.mine}
            onChange={(mine) => change({ mine })}
          />
        )}
        {states.map((one) => (
          <FilterChip
            key={one}
            label={t(`live.states.${one}`)}
            {...(one === "live" && { icon: Radio })}
            isOn={state.state === one}
            onChange={(isOn) => change({ state: isOn ? one : null })}
          />
        ))}
        {everybody && (
          <Menu
            placement="bottom start"
            selected={state.driver ?? "any"}
            trigger={
              <FilterChipButton
                isSet={state.driver !== null}
                label={state.driver === null ? t("live.list.any_driver") : t(`live.drivers.${state.driver}`)}
              />
            }
          >
            <MenuItem id="any" label={t("live.list.any_driver")} onAction={() => change({ driver: null })} />
            {liveDrivers.map((driver) => (
              <MenuItem
                key={driver}
                id={driver}
                label={t(`live.drivers.${driver}`)}
                onAction={() => change({ driver })}
              />
            ))}
          </Menu>
        )}
      </div>
    </ListTools>
  );
}
