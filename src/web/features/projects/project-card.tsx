import { Building2 } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { PictureCard } from "#web/ui/picture-card.tsx";
import { StarButton } from "#web/ui/star-button.tsx";
import { StandingChips, StatusChip } from "./project-status.tsx";
import { useStarProject } from "./projects.queries.ts";

export function ProjectCard({ project, isFirst = false }: { project: Project; isFirst?: boolean }) {
  const t = useText();
  const format = useFormat();
  const { name, visit_count, last_visit_date, location } = project;
  return (
    <PictureCard
      href={`/project/${project.id}`}
      src={project.cover}
      icon={Building2}
      title={name}
      isFirst={isFirst}
      corner={<ProjectStar project={project} isOnPicture />}
      mark={<StatusChip status={project.status} />}
    >
      {location !== "" && <p className="own-direction truncate text-ink-muted">{location}</p>}
      <p className="text-ink-muted tabular-nums">
        {t("projects.visits", { count: visit_count })}
        {last_visit_date !== null && (
          <>
            {" · "}
            <time dateTime={last_visit_date} title={format.date(last_visit_date, "moment")}>
              {t("projects.last_visit_ago", { ago: format.ago(last_visit_date) })}
            </time>
          </>
        )}
      </p>
      {(!project.active || !project.validated) && (
        <div className="mt-1.5 flex gap-1.5">
          <StandingChips project={project} />
        </div>
      )}
    </PictureCard>
  );
}

export function ProjectStar({ project, isOnPicture = false }: { project: Project; isOnPicture?: boolean }) {
  const t = useText();
  const star = useStarProject();
  return (
    <StarButton
      label={t(project.starred ? "projects.unstar" : "projects.star", { name: project.name })}
      isStarred={project.starred}
      isOnPicture={isOnPicture}
      onChange={(starred) =>
        star.mutate(
          { id: project.id, starred },
          {
            onError: (error) =>
              showToast({ tone: "bad", title: t("errors.title.error"), text: errorText(error, t) }),
          },
        )
      }
    />
  );
}
