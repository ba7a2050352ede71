import { Globe } from "lucide-react";
import { videoSorts, videoStatuses } from "#contract/choices.ts";
import { useText } from "#web/lib/use-text.ts";
import { CardListTools } from "#web/shell/list/card-list-tools.tsx";
import { ChoiceChip } from "#web/ui/choice-chip.tsx";
import { FilterChip } from "#web/ui/filter-chips.tsx";
import type { VideoListAddress } from "./list-state.ts";

export interface VideoToolsProps {
  list: VideoListAddress;
  chosen: number | null;
  total: number | undefined;
}

/** Search, filters, order, view and count of the list of videos. */
export function VideoTools({ list, chosen, total }: VideoToolsProps) {
  const t = useText();
  const { state, change } = list;
  return (
    <CardListTools
      texts="videos"
      sorts={videoSorts.map((sort) => ({ value: sort, label: t(`videos.sorts.${sort}`) }))}
      state={state}
      change={change}
      project={chosen}
      onProject={list.choose}
      total={total}
    >
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
    </CardListTools>
  );
}
