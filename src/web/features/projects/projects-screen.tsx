import { Building2, LayoutGrid, Plus, Rows3, SearchX, Star } from "lucide-react";
import { lazy, Suspense } from "react";
import { projectSorts } from "#contract/choices.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { cardGrid } from "#web/ui/picture-card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { SortMenu } from "#web/ui/sort-menu.tsx";
import { type ProjectListState, plainList, useListState } from "./list-state.ts";
import type { ProjectListParts } from "./parts.ts";
import { ProjectCard } from "./project-card.tsx";
import { statuses } from "./project-status.tsx";
import { projectsPerPage, useProjects } from "./projects.queries.ts";

/** Tables are large, and most people look at pictures. */
const ProjectTable = lazy(async () => ({ default: (await import("./project-table.tsx")).ProjectTable }));

type Change = (change: Partial<ProjectListState>) => void;

export function ProjectsScreen({ parts }: { parts: ProjectListParts }) {
  const t = useText();
  const user = useSignedInUser();
  const [state, change] = useListState();
  const projects = useProjects(state);
  const isFiltered = state.search !== "" || state.status !== null || state.starred;
  const isEmpty = projects.data?.total === 0 && !isFiltered;
  return (
    <>
      <PageHeader
        title={t("projects.title")}
        actions={
          <>
            {parts.actions.map((Action, at) => (
              <Action key={at} />
            ))}
            {user.can.create_project && !isEmpty && (
              <Button variant="primary" icon={Plus} onPress={() => startCreation({ kind: "project" })}>
                {t("projects.new")}
              </Button>
            )}
          </>
        }
      />
      {parts.notices.map((Notice, at) => (
        <Notice key={at} />
      ))}
      {!isEmpty && <Tools state={state} change={change} total={projects.data?.total} />}
      {projects.isPending ? (
        <CardsSkeleton />
      ) : projects.isError ? (
        <LoadFailure screen="projects" error={projects.error} onRetry={() => void projects.refetch()} />
      ) : isEmpty ? (
        <NoProjects />
      ) : projects.data.items.length === 0 ? (
        <NoMatch onClear={() => change({ ...plainList, view: state.view })} />
      ) : (
        <div className={projects.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          {state.view === "table" ? (
            <Suspense fallback={<CardsSkeleton />}>
              <ProjectTable projects={projects.data.items} />
            </Suspense>
          ) : (
            <div className={cardGrid}>
              {projects.data.items.map((project, index) => (
                <ProjectCard key={project.id} project={project} isFirst={index < 8} />
              ))}
            </div>
          )}
          <Pager
            page={state.page}
            perPage={projectsPerPage}
            total={projects.data.total}
            onChange={(page) => change({ page })}
          />
        </div>
      )}
    </>
  );
}

function Tools({
  state,
  change,
  total,
}: {
  state: ProjectListState;
  change: Change;
  total: number | undefined;
}) {
  const t = useText();
  return (
    <div className="mb-6 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch
          label={t("projects.search")}
          value={state.search}
          onSearch={(search) => change({ search })}
          className="w-full md:w-80"
        />
        <div className="ms-auto flex items-center gap-2 max-md:w-full max-md:justify-between">
          <SortMenu
            label={t("projects.sort")}
            choices={projectSorts.map((sort) => ({ value: sort, label: t(`projects.sorts.${sort}`) }))}
            value={state.sort}
            onChange={(sort) => change({ sort })}
          />
          <SegmentedControl
            label={t("projects.view")}
            value={state.view}
            onChange={(view) => change({ view, page: state.page })}
            segments={[
              { value: "grid", label: t("projects.view_grid"), icon: LayoutGrid, isIconOnly: true },
              { value: "table", label: t("projects.view_table"), icon: Rows3, isIconOnly: true },
            ]}
          />
        </div>
      </div>
      <div className={chipLine}>
        <FilterChip
          label={t("projects.starred")}
          icon={Star}
          isOn={state.starred}
          onChange={(starred) => change({ starred })}
        />
        {statuses.map((status) => (
          <FilterChip
            key={status}
            label={t(`projects.statuses.${status}`)}
            isOn={state.status === status}
            onChange={(isOn) => change({ status: isOn ? status : null })}
          />
        ))}
      </div>
      <output className="block text-ink-muted tabular-nums">
        {total === undefined ? "\u00a0" : t("projects.count", { count: total })}
      </output>
    </div>
  );
}

function NoProjects() {
  const t = useText();
  const { can } = useSignedInUser();
  return (
    <EmptyState
      icon={Building2}
      title={t("projects.empty_title")}
      text={t(can.create_project ? "projects.empty_text" : "projects.empty_guest_text")}
      action={
        can.create_project && (
          <Button variant="primary" size="lg" icon={Plus} onPress={() => startCreation({ kind: "project" })}>
            {t("projects.new")}
          </Button>
        )
      }
    />
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText();
  return (
    <EmptyState
      icon={SearchX}
      title={t("projects.no_match_title")}
      text={t("projects.no_match_text")}
      action={<Button onPress={onClear}>{t("projects.clear_filters")}</Button>}
    />
  );
}
