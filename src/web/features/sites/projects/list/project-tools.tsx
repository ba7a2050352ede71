import { Star, UserRound } from "lucide-react";
import { useState } from "react";
import { projectSorts } from "#contract/choices.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListTools, ViewChoice } from "#web/shell/list/list-tools.tsx";
import { chipLine, FilterChip, FilterChipButton } from "#web/ui/filter-chips.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import { allProjects, countFilters, type ProjectListState } from "../list-state.ts";
import { statuses } from "../project-status.tsx";
import { useCategories, useProjectTypes } from "../projects.queries.ts";

const panel = later(() => import("./filters-panel.tsx"));

export interface ProjectToolsProps {
  state: ProjectListState;
  change: (change: Partial<ProjectListState>) => void;
  total: number | undefined;
}

/** Search, filters, order and view of the list. */
export function ProjectTools({ state, change, total }: ProjectToolsProps) {
  const t = useText();
  return (
    <ListTools
      label={t("projects.search")}
      search={state.search}
      onSearch={(search) => change({ search })}
      end={
        <>
          <SortMenu
            label={t("projects.sort")}
            choices={projectSorts.map((sort) => ({ value: sort, label: t(`projects.sorts.${sort}`) }))}
            value={state.sort}
            onChange={(sort) => change({ sort })}
          />
          <ViewChoice
            views={["grid", "table", "map"]}
            value={state.view}
            onChange={(view) => change({ view, page: state.page })}
          />
        </>
      }
      count={total === undefined ? undefined : t("projects.count", { count: total })}
    >
      <Filters state={state} change={change} total={total} />
    </ListTools>
  );
}

function Filters({ state, change, total }: ProjectToolsProps) {
  const t = useText();
  const count = countFilters(state);
  return (
    <div className={chipLine}>
      <MoreFilters state={state} change={change} total={total} />
      <FilterChip
        label={t("projects.starred")}
        icon={Star}
        isOn={state.starred}
        onChange={(starred) => change({ starred })}
      />
      <FilterChip
        label={t("projects.filters.mine")}
        icon={UserRound}
        isOn={state.role === "owner"}
        onChange={(isOn) => change({ role: isOn ? "owner" : null })}
      />
      {statuses.map((status) => (
        <FilterChip
          key={status}
          label={t(`projects.statuses.${status}`)}
          isOn={state.status === status}
          onChange={(isOn) => change({ status: isOn ? status : null })}
        />
      ))}
      <FromPanel state={state} change={change} />
      {count > 0 && (
        <button
          type="button"
          onClick={() => change({ ...allProjects, search: state.search })}
          className="h-8 shrink-0 cursor-default rounded-full px-2.5 text-sm whitespace-nowrap text-accent-text hover:bg-hover touch:h-11"
        >
          {t("common.clear_filters")}
        </button>
      )}
    </div>
  );
}

/** Filters without a chip of their own: a popover below its button, on phones a sheet from below. */
function MoreFilters(props: ProjectToolsProps) {
  const t = useText();
  const isSheet = useIsMobile();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const closeSheet = () => setIsSheetOpen(false);
  const title = t("projects.filters.title");
  const count = countFilters(props.state);
  const label = count === 0 ? title : t("projects.filters.active_count", { count });
  if (!isSheet)
    return (
      <Popover
        label={title}
        trigger={<FilterChipButton label={label} isSet={count > 0} />}
        className="max-h-[inherit] w-88 max-w-full overflow-y-auto"
      >
        {(close) => <Panel {...props} onClose={close} />}
      </Popover>
    );
  return (
    <>
      <FilterChipButton
        label={label}
        isSet={count > 0}
        aria-haspopup="dialog"
        aria-expanded={isSheetOpen}
        onPress={() => setIsSheetOpen(true)}
      />
      <Modal title={title} isOpen={isSheetOpen} onClose={closeSheet} size="sm">
        <Panel {...props} onClose={closeSheet} />
      </Modal>
    </>
  );
}

function Panel(props: ProjectToolsProps & { onClose: () => void }) {
  const { FiltersPanel } = useLater(panel, true) ?? {};
  return FiltersPanel ? <FiltersPanel {...props} /> : <Skeleton className="h-80 w-full" />;
}

/** The active filters of the panel, each removable in place. */
function FromPanel({ state, change }: Omit<ProjectToolsProps, "total">) {
  const t = useText();
  const { role, active, validated, id_category, id_type } = state;
  const categories = useCategories(id_category !== null);
  const types = useProjectTypes(id_type !== null);
  const nameIn = (list: readonly { id: number; name: string }[] | undefined, id: number | null) =>
    list?.find((one) => one.id === id)?.name ?? "…";
  const on: [string, Partial<ProjectListState>][] = [];
  if (role !== null && role !== "owner") on.push([t(`projects.filters.roles.${role}`), { role: null }]);
  if (active !== null)
    on.push([t(active ? "projects.filters.active" : "projects.inactive"), { active: null }]);
  if (validated !== null)
    on.push([t(validated ? "projects.filters.approved" : "projects.not_validated"), { validated: null }]);
  if (id_type !== null) on.push([nameIn(types.data, id_type), { id_type: null }]);
  if (id_category !== null) on.push([nameIn(categories.data, id_category), { id_category: null }]);
  return on.map(([label, off]) => (
    <FilterChip key={Object.keys(off).join("")} label={label} isOn onChange={() => change(off)} />
  ));
}
