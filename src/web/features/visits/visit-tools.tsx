import { LayoutGrid, Rows3, Star } from "lucide-react";
import { visitSorts } from "#contract/choices.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectFilter } from "#web/shell/projects/project-filter.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import type { VisitListAddress } from "./list-state.ts";

export interface VisitToolsProps {
  list: VisitListAddress;
  chosen: number | null;
  total: number | undefined;
}

/** Search, filters, order and looks of the list of visits, with how many there are. */
export function VisitTools({ list, chosen, total }: VisitToolsProps) {
  const t = useText();
  const { state, change } = list;
  return (
    <div className="mb-6 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch
          label={t("visits.search")}
          value={state.search}
          onSearch={(search) => change({ search })}
          className="w-full md:w-80"
        />
        <div className="ms-auto flex items-center gap-2 max-md:w-full max-md:justify-between">
          <SortMenu
            label={t("visits.sort")}
            choices={visitSorts.map((sort) => ({ value: sort, label: t(`visits.sorts.${sort}`) }))}
            value={state.sort}
            onChange={(sort) => change({ sort })}
          />
          <SegmentedControl
            label={t("visits.view")}
            value={state.view}
            onChange={(view) => change({ view, page: state.page })}
            segments={[
              { value: "grid", label: t("visits.view_grid"), icon: LayoutGrid, isIconOnly: true },
              { value: "table", label: t("visits.view_table"), icon: Rows3, isIconOnly: true },
            ]}
          />
        </div>
      </div>
      <div className={chipLine}>
        <FilterChip
          label={t("visits.starred")}
          icon={Star}
          isOn={state.starred}
          onChange={(starred) => change({ starred })}
        />
        <ProjectFilter label={t("visits.project_filter")} chosen={chosen} onChoose={list.choose} />
      </div>
      <output className="block text-ink-muted tabular-nums">
        {total === undefined ? "\u00a0" : t("visits.count", { count: total })}
      </output>
    </div>
  );
}
