import { Building2, UsersRound } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Star } from "#web/shell/stars/star.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PictureCard } from "#web/ui/picture-card.tsx";
import { PublicMark, StandingChips, StatusChip } from "./project-status.tsx";

/** A project in a list: its picture, status, location and the age of its newest photo. */
export function ProjectCard({ project, isFirst = false }: { project: Project; isFirst?: boolean }) {
  const t = useText();
  const format = useFormat();
  const { name, last_visit_date, location, type, member_count } = project;
  return (
    <PictureCard
      href={`/project/${project.id}`}
      src={project.cover}
      card={project.cover_card}
      icon={Building2}
      title={name}
      isFirst={isFirst}
      corner={<Star of="projects" id={project.id} name={name} isStarred={project.starred} isOnPicture />}
      mark={
        <span className="flex flex-wrap gap-1.5 pe-2.5">
          <StatusChip status={project.status} />
          <StandingChips project={project} />
          <PublicMark project={project} />
        </span>
      }
      className={project.active ? "" : "[&_img]:grayscale"}
    >
      <p className="own-direction truncate text-ink-muted">
        {[type?.name, location].filter(Boolean).join(" · ") || t("projects.no_location")}
      </p>
      <p className="flex items-center justify-between gap-3 text-ink-muted tabular-nums">
        <span className="truncate">
          {t("projects.visits", { count: project.visit_count })}
          {last_visit_date !== null && (
            <>
              {" · "}
              <time dateTime={last_visit_date} title={format.date(last_visit_date, "moment")}>
                {t("projects.last_visit_ago", { ago: format.ago(last_visit_date) })}
              </time>
            </>
          )}
        </span>
        <span
          className="inline-flex shrink-0 items-center gap-1"
          title={t("projects.members", { count: member_count })}
        >
          <Icon of={UsersRound} size="sm" />
          <span aria-hidden>{format.number(member_count)}</span>
          <span className="sr-only">{t("projects.members", { count: member_count })}</span>
        </span>
      </p>
    </PictureCard>
  );
}
