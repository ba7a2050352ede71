import type { Project } from "#contract/projects.ts";
import { later, useLater } from "#web/ui/later.ts";
import { PhotosSkeleton } from "./photos-skeleton.tsx";

const panel = later(() => import("./photos-panel.tsx"));

/** The photos on a project's page. */
export function PhotosPart({ project }: { project: Project }) {
  const Panel = useLater(panel, true)?.PhotosPanel;
  return Panel ? <Panel project={project} /> : <PhotosSkeleton />;
}
