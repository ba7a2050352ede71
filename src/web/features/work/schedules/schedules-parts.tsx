import type { Project } from "#contract/projects.ts";
import { useUser } from "#web/lib/session.ts";
import { later, useLater } from "#web/ui/later.ts";

const panel = later(() => import("./panel/schedule-panel.tsx"));

/** The schedule on a project's page; nothing for users without access. */
export function SchedulePart({ project }: { project: Project }) {
  const isOpen = useUser()?.can.ms_project === true;
  const Panel = useLater(panel, isOpen)?.SchedulePanel;
  return isOpen && Panel ? <Panel project={project} /> : null;
}
