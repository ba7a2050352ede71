import { Star } from "lucide-react";
import { cameraSorts, cameraStates } from "#contract/choices.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListTools, ViewChoice } from "#web/shell/list/list-tools.tsx";
import { ProjectFilter } from "#web/shell/projects/project-filter.tsx";
import { ChoiceChip } from "#web/ui/choice-chip.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import { stateLooks } from "./camera-looks.ts";
import type { CameraListState } from "./list-state.ts";

export interface CameraToolsProps {
  state: CameraListState;
  change: (next: Partial<CameraListState>) => void;
  total: number | undefined;
}

/** Search, filters, order and view of the list of cameras, with their number. */
export function CameraTools({ state, change, total }: CameraToolsProps) {
  const t = useText();
  return (
    <ListTools
      label={t("cctv.search")}
      search={state.search}
      onSearch={(search) => change({ search })}
      end={
        <>
          <SortMenu
            label={t("cctv.sort")}
            choices={cameraSorts.map((sort) => ({ value: sort, label: t(`cctv.sorts.${sort}`) }))}
            value={state.sort}
            onChange={(sort) => change({ sort })}
          />
          <ViewChoice
            views={["grid", "table"]}
            value={state.view}
            onChange={(view) => change({ view, page: state.page })}
          />
        </>
      }
      count={total === undefined ? undefined : t("cctv.count", { count: total })}
    >
      <div className={chipLine}>
        <FilterChip
          label={t("cctv.starred")}
          icon={Star}
          isOn={state.starred}
          onChange={(starred) => change({ starred })}
        />
        <ChoiceChip
          label={t("cctv.state_filter")}
          choices={cameraStates.map((one) => ({
            value: one,
            label: t(`cctv.states.${one}`),
            icon: stateLooks[one].icon,
          }))}
          value={state.state}
          onChange={(one) => change({ state: one })}
        />
        <ProjectFilter
          label={t("cctv.project_filter")}
          chosen={state.project}
          onChoose={(project) => change({ project })}
        />
      </div>
    </ListTools>
  );
}
