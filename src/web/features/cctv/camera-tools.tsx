import { LayoutGrid, Rows3, Star } from "lucide-react";
import { cameraSorts, cameraStates } from "#contract/choices.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectFilter } from "#web/shell/projects/project-filter.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { chipLine, FilterChip, FilterChipButton } from "#web/ui/filter-chips.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import { stateLooks } from "./camera-looks.ts";
import type { CameraListState } from "./list-state.ts";

export interface CameraToolsProps {
  state: CameraListState;
  change: (next: Partial<CameraListState>) => void;
  total: number | undefined;
}

const chosenChip = "h-8 px-3 text-sm touch:h-11";

/** Search, filters, order and looks of the list of cameras, with how many there are. */
export function CameraTools({ state, change, total }: CameraToolsProps) {
  const t = useText();
  return (
    <div className="mb-6 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch
          label={t("cctv.search")}
          value={state.search}
          onSearch={(search) => change({ search })}
          className="w-full md:w-80"
        />
        <div className="ms-auto flex items-center gap-2 max-md:w-full max-md:justify-between">
          <SortMenu
            label={t("cctv.sort")}
            choices={cameraSorts.map((sort) => ({ value: sort, label: t(`cctv.sorts.${sort}`) }))}
            value={state.sort}
            onChange={(sort) => change({ sort })}
          />
          <SegmentedControl
            label={t("cctv.view")}
            value={state.view}
            onChange={(view) => change({ view, page: state.page })}
            segments={[
              { value: "grid", label: t("cctv.view_grid"), icon: LayoutGrid, isIconOnly: true },
              { value: "table", label: t("cctv.view_table"), icon: Rows3, isIconOnly: true },
            ]}
          />
        </div>
      </div>
      <div className={chipLine}>
        <FilterChip
          label={t("cctv.starred")}
          icon={Star}
          isOn={state.starred}
          onChange={(starred) => change({ starred })}
        />
        {state.state === null ? (
          <Menu
            label={t("cctv.state_filter")}
            placement="bottom start"
            trigger={<FilterChipButton label={t("cctv.state_filter")} />}
          >
            {cameraStates.map((one) => (
              <MenuItem
                key={one}
                id={one}
                icon={stateLooks[one].icon}
                label={t(`cctv.states.${one}`)}
                onAction={() => change({ state: one })}
              />
            ))}
          </Menu>
        ) : (
          <Chip tone="accent" onRemove={() => change({ state: null })} className={chosenChip}>
            {t(`cctv.states.${state.state}`)}
          </Chip>
        )}
        <ProjectFilter
          label={t("cctv.project_filter")}
          chosen={state.project}
          onChoose={(project) => change({ project })}
        />
      </div>
      <output className="block text-ink-muted tabular-nums">
        {total === undefined ? "\u00a0" : t("cctv.count", { count: total })}
      </output>
    </div>
  );
}
