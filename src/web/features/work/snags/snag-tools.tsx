import { CalendarClock, List, Map as MapIcon, SquareKanban, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { snagSorts, snagStatuses } from "#contract/choices.ts";
import { useFormat } from "#web/lib/format.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectListLater } from "#web/shell/projects/project-list-later.tsx";
import { useProjectName } from "#web/shell/projects/projects.queries.ts";
import { chipLine, FilterChip, FilterChipButton } from "#web/ui/filter-chips.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { ListSearch } from "#web/ui/list-search.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import { allSnags, countFilters, type SnagListState } from "./list-state.ts";
import { StatusMark } from "./marks.tsx";
import type { SnagPage } from "./snags.queries.ts";

const filtersPanel = later(() => import("./filters-panel.tsx"));
const fromPanel = later(() => import("./from-panel.tsx"));

export interface SnagToolsProps {
  state: SnagListState;
  change: (change: Partial<SnagListState>) => void;
  page: SnagPage | undefined;
}

/** Search, filters, order and view of the list. */
export function SnagTools({ state, change, page }: SnagToolsProps) {
  const t = useText();
  return (
    <div className="mb-5 flex flex-col gap-3 print:hidden">
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch
          label={t("snags.search")}
          value={state.search}
          onSearch={(search) => change({ search })}
          className="w-full md:w-72"
        />
        <ProjectChoice state={state} change={change} />
        <div className="ms-auto flex items-center gap-2">
          {state.view !== "plan" && (
            <span className="max-md:hidden">
              <SortMenu
                label={t("snags.sort")}
                choices={snagSorts.map((sort) => ({ value: sort, label: t(`snags.sorts.${sort}`) }))}
                value={state.sort}
                onChange={(sort) => change({ sort })}
              />
            </span>
          )}
          <SegmentedControl
            label={t("snags.view")}
            value={state.view}
            onChange={(view) => change({ view, page: state.page })}
            segments={[
              { value: "board", label: t("snags.views.board"), icon: SquareKanban, isIconOnly: true },
              { value: "list", label: t("snags.views.list"), icon: List, isIconOnly: true },
              { value: "plan", label: t("snags.views.plan"), icon: MapIcon, isIconOnly: true },
            ]}
          />
        </div>
      </div>
      <Filters state={state} change={change} page={page} />
    </div>
  );
}

function Filters({ state, change, page }: SnagToolsProps) {
  const t = useText();
  const format = useFormat();
  const { status, mine, overdue } = state;
  const isFiltered = countFilters(state) > 0;
  const FromPanel = useLater(fromPanel, isFiltered)?.FromPanel;
  return (
    <div className={chipLine}>
      <MoreFilters state={state} change={change} page={page} />
      <FilterChip
        label={t("snags.filters.mine")}
        icon={UserRound}
        isOn={mine}
        onChange={(isOn) => change({ mine: isOn })}
      />
      <FilterChip
        label={t("snags.filters.overdue")}
        icon={CalendarClock}
        isOn={overdue}
        onChange={(isOn) => change({ overdue: isOn })}
      />
      {snagStatuses.map((one) => {
        const count = page?.counts[one] ?? 0;
        const name = t(`snags.statuses.${one}`);
        return (
          <FilterChip
            key={one}
            label={count === 0 ? name : `${name} ${format.number(count)}`}
            leading={<StatusMark status={one} className="size-4" />}
            isOn={status.includes(one)}
            onChange={(isOn) =>
              change({ status: snagStatuses.filter((each) => (each === one ? isOn : status.includes(each))) })
            }
          />
        );
      })}
      {FromPanel && <FromPanel state={state} change={change} />}
      {isFiltered && (
        <button
          type="button"
          onClick={() => change({ ...allSnags, search: state.search, id_project: state.id_project })}
          className="h-8 shrink-0 cursor-default rounded-full px-2.5 text-sm whitespace-nowrap text-accent-text hover:bg-hover touch:h-11"
        >
          {t("common.clear_filters")}
        </button>
      )}
    </div>
  );
}

/** A popover below its button, on phones a sheet from below. */
function Hanging({
  title,
  label,
  isSet,
  children,
}: {
  title: string;
  label: string;
  isSet: boolean;
  children: (close: () => void) => ReactNode;
}) {
  const isSheet = useIsMobile();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  if (!isSheet)
    return (
      <Popover
        label={title}
        trigger={<FilterChipButton label={label} isSet={isSet} />}
        className="max-h-[inherit] w-80 max-w-full overflow-y-auto"
      >
        {children}
      </Popover>
    );
  return (
    <>
      <FilterChipButton
        label={label}
        isSet={isSet}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setIsOpen(true)}
      />
      <Modal title={title} isOpen={isOpen} onClose={close} size="sm">
        {children(close)}
      </Modal>
    </>
  );
}

function MoreFilters({ state, change, page }: SnagToolsProps) {
  const t = useText();
  const title = t("snags.filters.title");
  const count = countFilters(state);
  const label = count === 0 ? title : t("snags.filters.active_count", { count });
  return (
    <Hanging title={title} label={label} isSet={count > 0}>
      {(close) => (
        <FiltersBody
          state={state}
          change={change}
          total={page?.is_more === true ? undefined : page?.total}
          onClose={close}
        />
      )}
    </Hanging>
  );
}

function FiltersBody(props: {
  state: SnagListState;
  change: SnagToolsProps["change"];
  total: number | undefined;
  onClose: () => void;
}) {
  const Panel = useLater(filtersPanel, true)?.FiltersPanel;
  return Panel ? <Panel {...props} /> : <Skeleton className="h-72 w-full" />;
}

function ProjectChoice({ state, change }: Omit<SnagToolsProps, "page">) {
  const t = useText();
  const name = useProjectName(state.id_project) || "…";
  return (
    <Hanging
      title={t("snags.fields.project")}
      label={state.id_project === null ? t("snags.filters.any_project") : name}
      isSet={state.id_project !== null}
    >
      {(close) => (
        <ProjectListLater
          everything={t("snags.filters.any_project")}
          value={state.id_project}
          onChoose={(id_project) => {
            change({ id_project });
            close();
          }}
        />
      )}
    </Hanging>
  );
}
