import { Building2 } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";

/** Projects as lines with a small picture: where to go, not what to look at. */
export function ProjectTiles({ projects }: { projects: readonly Project[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 2xl:grid-cols-3">
      {projects.map((project) => (
        <li key={project.id} className="min-w-0">
          <Link
            href={`/project/${project.id}`}
            look="plain"
            className="flex items-center gap-4 rounded-lg bg-surface p-2 ring-1 ring-line transition-colors hovered:bg-hover"
          >
            <Picture
              src={project.cover}
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
