import { Globe, LayoutGrid, Rows3, Star } from "lucide-react";
import { videoSorts, videoStatuses } from "#contract/choices.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectFilter } from "#web/shell/projects/project-filter.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { chipLine, FilterChip, FilterChipButton } from "#web/ui/filter-chips.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import type { VideoListAddress } from "./list-state.ts";

export interface VideoToolsProps {
  list: VideoListAddress;
  chosen: number | null;
  total: number | undefined;
}

const activeChip = "h-8 px-3 text-sm touch:h-11";

/** Search, filters, order and looks of the list of videos, with how many there are. */
export function VideoTools({ list, chosen, total }: VideoToolsProps) {
  const t = useText();
  const { state, change } = list;
  return (
    <div className="mb-6 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch
          label={t("videos.search")}
          value={state.search}
          onSearch={(search) => change({ search })}
          className="w-full md:w-80"
        />
        <div className="ms-auto flex items-center gap-2 max-md:w-full max-md:justify-between">
          <SortMenu
            label={t("videos.sort")}
            choices={videoSorts.map((sort) => ({ value: sort, label: t(`videos.sorts.${sort}`) }))}
            value={state.sort}
            onChange={(sort) => change({ sort })}
          />
          <SegmentedControl
            label={t("videos.view")}
            value={state.view}
            onChange={(view) => change({ view, page: state.page })}
            segments={[
              { value: "grid", label: t("videos.view_grid"), icon: LayoutGrid, isIconOnly: true },
              { value: "table", label: t("videos.view_table"), icon: Rows3, isIconOnly: true },
            ]}
          />
        </div>
      </div>
      <div className={chipLine}>
        <FilterChip
          label={t("videos.starred")}
          icon={Star}
          isOn={state.starred}
          onChange={(starred) => change({ starred })}
        />
        <FilterChip
          label={t("videos.public")}
          icon={Globe}
          isOn={state.isPublic}
          onChange={(isPublic) => change({ isPublic })}
        />
        {state.status === null ? (
          <Menu
            label={t("videos.status_filter")}
            placement="bottom start"
            trigger={<FilterChipButton label={t("videos.status_filter")} />}
          >
            {videoStatuses.map((status) => (
              <MenuItem
                key={status}
                id={status}
                label={t(`videos.status.${status}`)}
                onAction={() => change({ status })}
              />
            ))}
          </Menu>
        ) : (
          <Chip tone="accent" onRemove={() => change({ status: null })} className={activeChip}>
            {t(`videos.status.${state.status}`)}
          </Chip>
        )}
        <ProjectFilter label={t("videos.project_filter")} chosen={chosen} onChoose={list.choose} />
      </div>
      <output className="block text-ink-muted tabular-nums">
        {total === undefined ? "\u00a0" : t("videos.count", { count: total })}
      </output>
    </div>
  );
}
