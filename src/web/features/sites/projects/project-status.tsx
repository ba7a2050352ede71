import { Globe } from "lucide-react";
import type { Project, ProjectStatus } from "#contract/projects.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import type { Tone } from "#web/ui/tone.ts";

export const statuses = [
  "Design",
  "Under_Construction",
  "On_Hold",
  "Completed",
] as const satisfies readonly ProjectStatus[];

/** The colour of a status, the same everywhere. */
export const statusTones: Record<ProjectStatus, Tone> = {
  Design: "note",
  Under_Construction: "info",
  On_Hold: "warn",
  Completed: "ok",
};

export function StatusChip({ status }: { status: ProjectStatus }) {
  const t = useText();
  return (
    <Chip tone={statusTones[status]} hasDot>
      {t(`projects.statuses.${status}`)}
    </Chip>
  );
}

/** Why a project cannot be worked on, if it cannot. */
export function StandingChips({ project }: { project: Pick<Project, "active" | "validated"> }) {
  const t = useText();
  return (
    <>
      {!project.active && <Chip tone="neutral">{t("projects.inactive")}</Chip>}
      {!project.validated && <Chip tone="warn">{t("projects.not_validated")}</Chip>}
    </>
  );
}

/** Marks a public project; nothing for a private one. */
export function PublicMark({ project }: { project: Pick<Project, "is_public"> }) {
  const t = useText();
  return project.is_public ? (
    <Chip tone="neutral" icon={Globe}>
      {t("projects.public")}
    </Chip>
  ) : null;
}
