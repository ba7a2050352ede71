import type { Project } from "#contract/projects.ts";
import { later, useLater } from "#web/ui/later.ts";
import { PanelSkeleton } from "./panel/panel-skeleton.tsx";

const panel = later(() => import("./panel/snags-panel.tsx"));

/** The snags on a project's page. */
export function SnagsPart({ project }: { project: Project }) {
  const Panel = useLater(panel, true)?.SnagsPanel;
  return Panel ? <Panel project={project} /> : <PanelSkeleton />;
}
