import type { Project } from "#contract/projects.ts";
import { later, useLater } from "#web/ui/later.ts";
import { PanelSkeleton } from "./panel/panel-skeleton.tsx";

const panel = later(() => import("./panel/cameras-panel.tsx"));

/** The cameras on a project's page. */
export function CamerasPart({ project }: { project: Project }) {
  const Panel = useLater(panel, true)?.CamerasPanel;
  return Panel ? <Panel project={project} /> : <PanelSkeleton />;
}
