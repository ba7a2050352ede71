import { UserX } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import type { KnownProject } from "./lost.ts";

/** Replaces a project to which the user lost access while viewing it. */
export function ProjectGone({ project }: { project: KnownProject }) {
  const t = useText();
  const name = project.name === "" ? t("team.live.a_project") : project.name;
  return (
    <div role="alert">
      <EmptyState
        icon={UserX}
        title={t("team.live.lost_title", { project: name })}
        text={t("team.live.lost_text")}
        action={
          <Link href="/projects" look={{ variant: "primary" }}>
            {t("team.live.to_projects")}
          </Link>
        }
      />
    </div>
  );
}
