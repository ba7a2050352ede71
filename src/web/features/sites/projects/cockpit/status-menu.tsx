import { ChevronDown } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import type { Project, ProjectStatus } from "#contract/projects.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { StatusChip, statuses } from "../project-status.tsx";
import { useChangeStatus } from "./cockpit.queries.ts";
import { UNDO } from "./undo.ts";

/** The status, and for permitted users the menu to change it in place. */
export function StatusMenu({ project }: { project: Project }) {
  const t = useText();
  const change = useChangeStatus(project);
  if (project.can["edit"] !== true) return <StatusChip status={project.status} />;

  function set(status: ProjectStatus, isUndo = false): void {
    change.mutate(status, {
      onSuccess: () =>
        showToast(
          {
            tone: "ok",
            title: t("projects.cockpit.status_changed", { status: t(`projects.statuses.${status}`) }),
            ...(!isUndo && {
              action: { label: t("common.undo"), onAction: () => set(project.status, true) },
            }),
          },
          UNDO,
        ),
      onError: (error) => showFailure(error, t),
    });
  }

  return (
    <Menu
      label={t("projects.cockpit.status_menu")}
      selected={project.status}
      placement="bottom start"
      trigger={
        <AriaButton
          aria-label={t("projects.cockpit.change_status", {
            status: t(`projects.statuses.${project.status}`),
          })}
          isDisabled={change.isPending}
          className="hit-area inline-flex cursor-default items-center gap-0.5 rounded-full pe-1 transition-colors hover:bg-hover"
        >
          <StatusChip status={project.status} />
          <Icon of={ChevronDown} size="sm" className="text-ink-muted" />
        </AriaButton>
      }
    >
      {statuses.map((status) => (
        <MenuItem
          key={status}
          id={status}
          label={t(`projects.statuses.${status}`)}
          onAction={() => status !== project.status && set(status)}
        />
      ))}
    </Menu>
  );
}
