import { useParams } from "@tanstack/react-router";
import { CalendarPlus, Pencil } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { HereNow } from "./here-now.tsx";
import type { ProjectParts } from "./parts.ts";
import { ProjectStar } from "./project-card.tsx";
import { StandingChips, StatusChip } from "./project-status.tsx";
import { useProject } from "./projects.queries.ts";
import { VisitTimeline } from "./visit-timeline.tsx";

export function ProjectScreen({ parts }: { parts: ProjectParts }) {
  const { id } = useParams({ strict: false }) as { id: string };
  const project = useProject(id);
  usePageTitle(project.data?.name);
  if (project.isPending) {
    return (
      <>
        <Skeleton className="mb-3 h-9 w-72 max-w-full" />
        <Skeleton className="mb-10 h-5 w-96 max-w-full" />
        <CardsSkeleton count={4} />
      </>
    );
  }
  if (project.isError)
    return <parts.Failure id={id} error={project.error} onRetry={() => void project.refetch()} />;
  return <ProjectPage project={project.data} parts={parts} />;
}

function ProjectPage({ project, parts }: { project: Project; parts: ProjectParts }) {
  const t = useText();
  const isOpen = project.active && project.validated;
  return (
    <>
      <PageHeader
        title={project.name}
        crumbs={[{ label: t("projects.title"), href: "/projects" }, { label: project.name }]}
        note={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <StatusChip status={project.status} />
            <StandingChips project={project} />
            {project.location !== "" && <bdi>{project.location}</bdi>}
          </span>
        }
        actions={
          <>
            <HereNow projectId={project.id} />
            <ProjectStar project={project} />
            {parts.actions.map((Action, at) => (
              <Action key={at} project={project} />
            ))}
            {project.can["edit"] === true && (
              <Link href={`/editproject/${project.id}`} look={{ variant: "secondary" }}>
                <Pencil aria-hidden size={16} strokeWidth={1.75} />
                {t("common.edit")}
              </Link>
            )}
            {project.can["add_visit"] === true && (
              <Button
                variant="primary"
                icon={CalendarPlus}
                onPress={() => startCreation({ kind: "visit", id_project: project.id })}
              >
                {t("projects.new_visit")}
              </Button>
            )}
          </>
        }
      />
      {!isOpen && (
        <Banner tone="warn" className="mb-6">
          {t("projects.read_only")}
        </Banner>
      )}
      {project.description !== "" && (
        <p className="own-direction mb-6 max-w-160 text-base">{project.description}</p>
      )}
      <Facts project={project} />
      <VisitTimeline project={project} />
      {parts.panels.map(
        ({ id, isShown, Component }) => isShown(project) && <Component key={id} project={project} />,
      )}
    </>
  );
}

function Facts({ project }: { project: Project }) {
  const t = useText();
  const format = useFormat();
  const { latitude, longitude, last_visit_date } = project;
  const facts: [string, string | null][] = [
    [t("projects.last_visit"), last_visit_date === null ? null : format.date(last_visit_date)],
    [t("projects.visits_column"), format.number(project.visit_count)],
    [t("projects.rooms_column"), format.number(project.room_count)],
    [t("projects.year"), String(project.year)],
    [t("projects.buildings"), format.number(project.num_buildings)],
    [t("projects.floors"), format.number(project.num_floors)],
    [
      t("projects.area_column"),
      project.area === 0 ? null : t("projects.area_value", { area: format.number(project.area) }),
    ],
    [
      t("projects.coordinates"),
      latitude === null || longitude === null ? null : `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`,
    ],
  ];
  return (
    <dl className="mb-10 flex flex-wrap gap-x-10 gap-y-4 border-y border-line py-4">
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt className="text-xs text-ink-muted">{label}</dt>
              <dd className="text-base tabular-nums">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
