import type { Project } from "#contract/projects.ts";
import { later, useLater } from "#web/ui/later.ts";
import { PlansSkeleton } from "./plans-skeleton.tsx";

const panel = later(() => import("./plans-panel.tsx"));

/** The floor plans on a project's page. */
export function PlansPart({ project }: { project: Project }) {
  const Panel = useLater(panel, true)?.PlansPanel;
  return Panel ? <Panel project={project} /> : <PlansSkeleton />;
}
