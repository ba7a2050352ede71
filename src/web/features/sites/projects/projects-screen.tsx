import { useRouter } from "@tanstack/react-router";
import { EllipsisVertical, Plus, Trash2 } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Project } from "#contract/projects.ts";
import { startCreation } from "#web/lib/creation.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ChoosableCard } from "./list/choosable-card.tsx";
import { NoProjects } from "./list/no-projects.tsx";
import { ProjectTools } from "./list/project-tools.tsx";
import {
  allProjects,
  type ProjectListState,
  type ProjectView,
  projectList,
  useListState,
} from "./list-state.ts";
import type { ProjectListParts } from "./parts.ts";
import { projectsPerPage, useProjects } from "./projects.queries.ts";

/** Tables are large, and most users see cards. */
const ProjectTable = lazy(async () => ({ default: (await import("./project-table.tsx")).ProjectTable }));
const ProjectMap = lazy(async () => ({ default: (await import("./map-view/project-map.tsx")).ProjectMap }));
const selectionBar = later(() => import("./list/selection-bar.tsx"));

export function ProjectsScreen({ parts }: { parts: ProjectListParts }) {
  const t = useText();
  const [state, change] = useListState();
  const projects = useProjects(state);
  const isMap = state.view === "map";
  return (
    <ListScreen
      title={t("projects.title")}
      actions={<Actions parts={parts} />}
      more={<More />}
      notices={parts.notices.map((Notice, at) => <Notice key={at} />)}
      tools={<ProjectTools state={state} change={change} total={projects.data?.total} />}
      list={projects}
      screen="projects"
      waiting={<Waiting view={state.view} />}
      none={<NoProjects joining={parts.actions} />}
      isNarrowed={projectList.isNarrowed(state)}
      onClear={() => change(allProjects)}
      paging={
        isMap ? undefined : { page: state.page, perPage: projectsPerPage, onPage: (page) => change({ page }) }
      }
      renderBar={isMap ? undefined : (selection, shown) => <ChosenBar selection={selection} shown={shown} />}
    >
      {(items, selection) => <Projects state={state} projects={items} selection={selection} />}
    </ListScreen>
  );
}

interface ProjectsProps {
  state: ProjectListState;
  projects: readonly Project[];
  selection: Selection;
}

function Projects({ state, projects, selection }: ProjectsProps) {
  if (state.view === "grid")
    return (
      <div className={cardGrid}>
        {projects.map((project, index) => (
          <ChoosableCard key={project.id} project={project} selection={selection} isFirst={index < 8} />
        ))}
      </div>
    );
  return (
    <Suspense fallback={<Waiting view={state.view} />}>
      {state.view === "map" ? (
        <ProjectMap filter={state} />
      ) : (
        <ProjectTable projects={projects} selection={selection} />
      )}
    </Suspense>
  );
}

function ChosenBar(props: { selection: Selection; shown: readonly Project[] }) {
  const { SelectionBar } = useLater(selectionBar, true) ?? {};
  return SelectionBar && <SelectionBar {...props} />;
}

function Actions({ parts }: { parts: ProjectListParts }) {
  const t = useText();
  const { can } = useSignedInUser();
  return (
    <>
      {parts.actions.map((Action, at) => (
        <Action key={at} />
      ))}
      {can.create_project && (
        <CreateButton
          begins="project"
          variant="primary"
          icon={Plus}
          onPress={() => startCreation({ kind: "project" })}
        >
          {t("projects.new")}
        </CreateButton>
      )}
    </>
  );
}

function More() {
  const t = useText();
  const router = useRouter();
  return (
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
  );
}

function Waiting({ view }: { view: ProjectView }) {
  if (view === "grid") return <CardsSkeleton />;
  if (view === "map") return <Skeleton className="h-[max(24rem,calc(100dvh-16rem))] w-full" />;
  return <RowsSkeleton count={10} />;
}
