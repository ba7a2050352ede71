import type { Project } from "#contract/projects.ts";
import { later, useLater } from "#web/ui/later.ts";

const panel = later(() => import("./report-panel.tsx"));

/** The report on a project's page. */
export function OwnerReportPart({ project }: { project: Project }) {
  const Panel = useLater(panel, true)?.ReportPanel;
  return Panel ? <Panel project={project} /> : null;
}
