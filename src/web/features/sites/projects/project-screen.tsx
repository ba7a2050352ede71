import { useParams } from "@tanstack/react-router";
import type { Project } from "#contract/projects.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useProjectInView } from "#web/lib/project-in-view.ts";
import { failureCase } from "#web/shell/screen-failure.ts";
import { CockpitHeader } from "./cockpit/cockpit-header.tsx";
import { CockpitPanels } from "./cockpit/cockpit-panels.tsx";
import { CockpitSkeleton } from "./cockpit/cockpit-skeleton.tsx";
import { useLastLook } from "./cockpit/last-look.ts";
import { StatusBanners } from "./cockpit/status-banners.tsx";
import { useHashScroll } from "./cockpit/use-hash-scroll.ts";
import { useLiveProject } from "./cockpit/use-live-project.ts";
import { WhatsNew } from "./cockpit/whats-new.tsx";
import type { ProjectParts } from "./parts.ts";
import { useProject, useProjectVisits } from "./projects.queries.ts";

/** A project by its number or its code: the cockpit to supervise its site. */
export function ProjectScreen({ parts }: { parts: ProjectParts }) {
  const { id } = useParams({ strict: false }) as { id: string };
  const project = useProject(id);
  usePageTitle(project.data?.name);
  if (project.isPending) return <CockpitSkeleton />;
  // The screen, with anything open over it, survives a failed refresh; it does not survive a loss of access.
  const isClosed = ["permission", "not_found"].includes(failureCase(project.error) ?? "");
  if (project.isError && (project.data === undefined || isClosed))
    return <parts.Failure id={id} error={project.error} onRetry={() => void project.refetch()} />;
  return <Cockpit key={project.data.id} project={project.data} parts={parts} />;
}

function Cockpit({ project, parts }: { project: Project; parts: ProjectParts }) {
  const isFollowed = project.can["view_visits"] === true;
  const visits = useProjectVisits(isFollowed ? project.id : undefined);
  const since = useLastLook(project.id);
  useLiveProject(project);
  useProjectInView(project);
  useHashScroll();
  const newest = visits.data?.items.find(({ room_count, processing_count }) => room_count > processing_count);
  return (
    <>
      <CockpitHeader project={project} newest={newest} actions={parts.actions} />
      <StatusBanners project={project} />
      {project.can["view_activity"] === true && <WhatsNew project={project} since={since} />}
      <CockpitPanels project={project} newest={newest} panels={parts.panels} />
    </>
  );
}
