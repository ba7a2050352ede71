import { useRouter } from "@tanstack/react-router";
import { EllipsisVertical, Plus, Trash2 } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import { startCreation } from "#web/lib/creation.ts";
import { useSelection } from "#web/lib/selection.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { BeginButton } from "#web/shell/begin-button.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { ChoosableCard } from "./list/choosable-card.tsx";
import { NoMatch, NoProjects } from "./list/empty-lists.tsx";
import { ListTools } from "./list/list-tools.tsx";
import { allProjects, type ProjectView, projectList, useListState } from "./list-state.ts";
import type { ProjectListParts } from "./parts.ts";
import { projectsPerPage, useProjects } from "./projects.queries.ts";

/** Tables are large, and most people look at pictures. */
const ProjectTable = lazy(async () => ({ default: (await import("./project-table.tsx")).ProjectTable }));
const ProjectMap = lazy(async () => ({ default: (await import("./map-view/project-map.tsx")).ProjectMap }));
const selectionBar = later(() => import("./list/selection-bar.tsx"));

export function ProjectsScreen({ parts }: { parts: ProjectListParts }) {
  const t = useText();
  const [state, change] = useListState();
  const projects = useProjects(state);
  const shown = state.view === "map" ? [] : (projects.data?.items ?? []);
  const selection = useSelection(shown.map(({ id }) => id));
  const { SelectionBar } = useLater(selectionBar, selection.ids.size > 0) ?? {};
  const isFiltered = projectList.isNarrowed(state);
  const isEmpty = projects.data?.total === 0 && !isFiltered;
  useExistingPage(state.page, projects.isPlaceholderData ? undefined : projects.data?.total, change);
  return (
    <>
      <PageHeader
        title={t("projects.title")}
        areActionsHeld={projects.isPending}
        actions={<Actions parts={parts} isEmpty={isEmpty} />}
      />
      {parts.notices.map((Notice, at) => (
        <Notice key={at} />
      ))}
      {!isEmpty && <ListTools state={state} change={change} total={projects.data?.total} />}
      {projects.isPending ? (
        <Waiting view={state.view} />
      ) : projects.isError ? (
        <LoadFailure screen="projects" error={projects.error} onRetry={() => void projects.refetch()} />
      ) : isEmpty ? (
        <NoProjects joining={parts.actions} />
      ) : projects.data.total === 0 ? (
        <NoMatch onClear={() => change(allProjects)} />
      ) : state.view === "map" ? (
        <Suspense fallback={<Waiting view="map" />}>
          <ProjectMap filter={state} />
        </Suspense>
      ) : (
        <div className={projects.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          {state.view === "table" ? (
            <Suspense fallback={<Waiting view="table" />}>
              <ProjectTable projects={projects.data.items} selection={selection} />
            </Suspense>
          ) : (
            <div className={cardGrid}>
              {projects.data.items.map((project, index) => (
                <ChoosableCard key={project.id} project={project} selection={selection} isFirst={index < 8} />
              ))}
            </div>
          )}
          <Pager
            page={state.page}
            perPage={projectsPerPage}
            total={projects.data.total}
            onChange={(page) => change({ page })}
          />
          {SelectionBar && selection.ids.size > 0 && <SelectionBar selection={selection} shown={shown} />}
        </div>
      )}
    </>
  );
}

/** An address may name a page that is no more; then the last there is is shown. */
function useExistingPage(
  page: number,
  total: number | undefined,
  change: (change: { page: number }) => void,
): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / projectsPerPage));
  const correct = useEffectEvent(() => change({ page: last }));
  useEffect(() => {
    if (page > last) correct();
  }, [page, last]);
}

function Actions({ parts, isEmpty }: { parts: ProjectListParts; isEmpty: boolean }) {
  const t = useText();
  const router = useRouter();
  const { can } = useSignedInUser();
  return (
    <>
      {!isEmpty && parts.actions.map((Action, at) => <Action key={at} />)}
      {can.create_project && !isEmpty && (
        <BeginButton
          begins="project"
          variant="primary"
          icon={Plus}
          onPress={() => startCreation({ kind: "project" })}
        >
          {t("projects.new")}
        </BeginButton>
      )}
      <Menu
        label={t("projects.more")}
        trigger={<IconButton icon={EllipsisVertical} label={t("projects.more")} className="touch:size-11" />}
      >
        <MenuItem
          icon={Trash2}
          label={t("projects.bin.title")}
          onAction={() => router.history.push("/projects/bin")}
        />
      </Menu>
    </>
  );
}

function Waiting({ view }: { view: ProjectView }) {
  if (view === "grid") return <CardsSkeleton />;
  if (view === "map") return <Skeleton className="h-[max(24rem,calc(100dvh-16rem))] w-full" />;
  return (
    <Outline className="flex flex-col gap-2">
      {Array.from({ length: 10 }, (_, row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </Outline>
  );
}
