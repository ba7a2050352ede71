import { Star } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { ProjectFilter } from "#web/shell/projects/project-filter.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import { ListTools, ViewChoice } from "./list-tools.tsx";

interface CardListState<Sort extends string> {
  readonly search: string;
  readonly sort: Sort;
  readonly starred: boolean;
  readonly view: "grid" | "table";
  readonly page: number;
}

export interface CardListToolsProps<Sort extends string> {
  /** The group of texts that names the search field, the filters and the count. */
  texts: "visits" | "videos" | "cctv";
  sorts: readonly { readonly value: Sort; readonly label: string }[];
  state: CardListState<Sort>;
  change: (next: Partial<CardListState<Sort>>) => void;
  /** Id of the project that the list is narrowed to. */
  project: number | null;
  onProject: (project: number | null) => void;
  /** Undefined until the list is loaded. */
  total: number | undefined;
  /** Filters between the starred and the project filter. */
  children?: ReactNode;
}

/** The bar above a list of a project's things, shown as cards or a table: search, filters, order, view and count. */
export function CardListTools<Sort extends string>(props: CardListToolsProps<Sort>) {
  const { texts, sorts, state, change, project, onProject, total, children } = props;
  const t = useText();
  return (
    <ListTools
      label={t(`${texts}.search`)}
      search={state.search}
      onSearch={(search) => change({ search })}
      end={
        <>
          <SortMenu
            label={t(`${texts}.sort`)}
            choices={sorts}
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
      count={total === undefined ? undefined : t(`${texts}.count`, { count: total })}
    >
      <div className={chipLine}>
        <FilterChip
          label={t(`${texts}.starred`)}
          icon={Star}
          isOn={state.starred}
          onChange={(starred) => change({ starred })}
        />
        {children}
        <ProjectFilter label={t(`${texts}.project_filter`)} chosen={project} onChoose={onProject} />
      </div>
    </ListTools>
  );
}
