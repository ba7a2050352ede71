import type { Project } from "#contract/projects.ts";
import { later, useLater } from "#web/ui/later.ts";

const panel = later(() => import("./coverage-panel.tsx"));

/** Photo coverage on a project's page. */
export function CoveragePart({ project }: { project: Project }) {
  const Panel = useLater(panel, true)?.CoveragePanel;
  return Panel ? <Panel project={project} /> : null;
}
