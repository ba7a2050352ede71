import { CalendarPlus, MapPin, Orbit, Pencil } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import type { VisitRow } from "#contract/visits.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { Star } from "#web/shell/stars/star.tsx";
import { Breadcrumbs } from "#web/ui/breadcrumbs.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { judgedFreshness } from "../freshness.ts";
import { HereNow } from "../here-now.tsx";
import type { ProjectParts } from "../parts.ts";
import { StandingChips } from "../project-status.tsx";
import { LastPicture } from "./freshness-mark.tsx";
import { ProjectMenu } from "./project-menu.tsx";
import { StatusMenu } from "./status-menu.tsx";

interface CockpitHeaderProps {
  project: Project;
  /** The newest visit that can be viewed; undefined while it is loading or there is none. */
  newest: VisitRow | undefined;
  actions: ProjectParts["actions"];
}

/** The project's picture with its name, linked to the newest visit; below, its status and the available actions. */
export function CockpitHeader({ project, newest, actions }: CockpitHeaderProps) {
  const t = useText();
  return (
    <header className="mb-6">
      <Breadcrumbs crumbs={[{ label: t("projects.title"), href: "/projects" }, { label: project.name }]} />
      {project.cover === null ? (
        <div className="mt-2">
          <Name project={project} />
        </div>
      ) : (
        <Cover project={project} newest={newest} />
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <State project={project} />
        <div className="ms-auto flex flex-wrap items-center gap-2 max-sm:ms-0 print:hidden">
          <HereNow project={project} />
          <Star of="projects" id={project.id} name={project.name} isStarred={project.starred} />
          {actions.map((Action, at) => (
            <Action key={at} project={project} />
          ))}
          {project.can["edit"] === true && (
            <Link
              href={`/editproject/${project.id}`}
              look={{ variant: "secondary" }}
              className="max-sm:hidden"
            >
              <Icon of={Pencil} size="sm" />
              {t("common.edit")}
            </Link>
          )}
          {project.can["add_visit"] === true && (
            <CreateButton
              begins="visit"
              variant={newest === undefined || project.cover === null ? "primary" : "secondary"}
              icon={CalendarPlus}
              onPress={() => startCreation({ kind: "visit", id_project: project.id })}
            >
              {t("projects.new_visit")}
            </CreateButton>
          )}
          <ProjectMenu project={project} />
        </div>
      </div>
    </header>
  );
}

function Cover({ project, newest }: Omit<CockpitHeaderProps, "actions">) {
  const t = useText();
  return (
    <div className="relative mt-3 flex min-h-52 flex-col justify-end overflow-hidden rounded-lg sm:min-h-72 xl:min-h-84 print:min-h-0">
      <Picture src={project.cover} isFirst className="absolute inset-0 print:hidden" />
      <span
        aria-hidden
        className="absolute inset-0 bg-linear-to-t from-black/80 via-black/30 via-55% to-black/5 print:hidden"
      />
      <div className="relative flex flex-wrap items-end justify-between gap-x-6 gap-y-3 p-4 sm:p-6 print:p-0">
        <Name project={project} isOnPicture />
        {newest !== undefined && (
          <a
            href={`/viewer/${newest.code}`}
            title={t("projects.cockpit.walk_latest", { name: newest.name })}
            className={cx(buttonClass({ variant: "primary", size: "lg" }), "max-sm:w-full print:hidden")}
          >
            <Icon of={Orbit} />
            {t("projects.cockpit.walk")}
          </a>
        )}
      </div>
    </div>
  );
}

function Name({ project, isOnPicture = false }: { project: Project; isOnPicture?: boolean }) {
  return (
    <div className={cx("min-w-0", isOnPicture && "text-white print:text-black")}>
      <h1 className="own-direction text-xl font-strong text-balance">{project.name}</h1>
      {project.location !== "" && (
        <p
          className={cx(
            "mt-1 flex items-start gap-1.5",
            isOnPicture ? "text-white/90 print:text-black" : "text-ink-muted",
          )}
        >
          <Icon of={MapPin} size="sm" className="mt-0.5 rtl:mt-1" />
          <bdi>{project.location}</bdi>
        </p>
      )}
    </div>
  );
}

function State({ project }: { project: Project }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <StatusMenu project={project} />
      <StandingChips project={project} />
      {project.last_visit_date !== null && project.can["view_visits"] === true && (
        <LastPicture date={project.last_visit_date} freshness={judgedFreshness(project)} />
      )}
    </div>
  );
}
