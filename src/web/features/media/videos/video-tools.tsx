import { Globe, Star } from "lucide-react";
import { videoSorts, videoStatuses } from "#contract/choices.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListTools, ViewChoice } from "#web/shell/list/list-tools.tsx";
import { ProjectFilter } from "#web/shell/projects/project-filter.tsx";
import { ChoiceChip } from "#web/ui/choice-chip.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import type { VideoListAddress } from "./list-state.ts";

export interface VideoToolsProps {
  list: VideoListAddress;
  chosen: number | null;
  total: number | undefined;
}

/** Search, filters, order and layout of the list of videos, with their number. */
export function VideoTools({ list, chosen, total }: VideoToolsProps) {
  const t = useText();
  const { state, change } = list;
  return (
    <ListTools
      label={t("videos.search")}
      search={state.search}
      onSearch={(search) => change({ search })}
      end={
        <>
          <SortMenu
            label={t("videos.sort")}
            choices={videoSorts.map((sort) => ({ value: sort, label: t(`videos.sorts.${sort}`) }))}
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
      count={total === undefined ? undefined : t("videos.count", { count: total })}
    >
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
        <ChoiceChip
          label={t("videos.status_filter")}
          choices={videoStatuses.map((status) => ({ value: status, label: t(`videos.status.${status}`) }))}
          value={state.status}
          onChange={(status) => change({ status })}
        />
        <ProjectFilter label={t("videos.project_filter")} chosen={chosen} onChoose={list.choose} />
      </div>
    </ListTools>
  );
}
