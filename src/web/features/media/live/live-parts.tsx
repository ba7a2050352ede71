import type { Project } from "#contract/projects.ts";
import { later, useLater } from "#web/ui/later.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

const panel = later(() => import("./live-panel.tsx"));

/** The live channels on a project's page. */
export function LivePart({ project }: { project: Project }) {
  const Panel = useLater(panel, true)?.LivePanel;
  return Panel ? <Panel project={project} /> : <Skeleton className="h-32 rounded-lg" />;
}
