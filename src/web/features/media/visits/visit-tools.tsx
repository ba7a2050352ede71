import { Star } from "lucide-react";
import { visitSorts } from "#contract/choices.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListTools, ViewChoice } from "#web/shell/list/list-tools.tsx";
import { ProjectFilter } from "#web/shell/projects/project-filter.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import type { VisitListAddress } from "./list-state.ts";

export interface VisitToolsProps {
  list: VisitListAddress;
  chosen: number | null;
  total: number | undefined;
}

/** Search, filters, order and layout of the list of visits, with their number. */
export function VisitTools({ list, chosen, total }: VisitToolsProps) {
  const t = useText();
  const { state, change } = list;
  return (
    <ListTools
      label={t("visits.search")}
      search={state.search}
      onSearch={(search) => change({ search })}
      end={
        <>
          <SortMenu
            label={t("visits.sort")}
            choices={visitSorts.map((sort) => ({ value: sort, label: t(`visits.sorts.${sort}`) }))}
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
      count={total === undefined ? undefined : t("visits.count", { count: total })}
    >
      <div className={chipLine}>
        <FilterChip
          label={t("visits.starred")}
          icon={Star}
          isOn={state.starred}
          onChange={(starred) => change({ starred })}
        />
        <ProjectFilter label={t("visits.project_filter")} chosen={chosen} onChoose={list.choose} />
      </div>
    </ListTools>
  );
}
