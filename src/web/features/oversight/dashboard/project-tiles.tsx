import { Building2 } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { useRecentProjects } from "./dashboard.queries.ts";
import { Part, PartFailure } from "./part.tsx";

const grid = "grid grid-cols-1 gap-3 sm:grid-cols-2";

export function RecentProjects({ projects }: { projects: ReturnType<typeof useRecentProjects> }) {
  const t = useText();
  return (
    <Part
      id="recent-projects"
      title={t("dashboard.projects")}
      more={<Link href="/projects">{t("dashboard.all_projects")}</Link>}
    >
      {projects.data !== undefined ? (
        <ProjectTiles projects={projects.data} />
      ) : projects.isError ? (
        <PartFailure onRetry={() => void projects.refetch()} />
      ) : (
        <div className={grid}>
          {[0, 1, 2, 3].map((tile) => (
            <Skeleton key={tile} className="h-18 rounded-lg" />
          ))}
        </div>
      )}
    </Part>
  );
}

/** Projects as rows with a thumbnail, for navigation only. */
function ProjectTiles({ projects }: { projects: readonly Project[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <ul className={grid}>
      {projects.map((project) => (
        <li key={project.id} className="min-w-0">
          <Link
            href={`/project/${project.id}`}
            look="plain"
            className="flex items-center gap-4 rounded-lg bg-surface p-2 ring-1 ring-line transition-colors hover:bg-hover"
          >
            <Picture
              src={project.cover_card}
              icon={Building2}
              className="h-14 w-28 shrink-0 rounded-md [&_svg]:size-6"
            />
            <span className="min-w-0 flex-1 pe-2">
              <span className="own-direction block truncate text-base font-strong">{project.name}</span>
              <span className="block truncate text-ink-muted tabular-nums">
                {t("dashboard.visits", { count: project.visit_count })}
                {project.last_visit_date !== null &&
                  ` · ${t("dashboard.last_visit_ago", { ago: format.ago(project.last_visit_date) })}`}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
