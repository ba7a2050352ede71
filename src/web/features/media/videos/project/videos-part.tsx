import type { Project } from "#contract/projects.ts";
import { later, useLater } from "#web/ui/later.ts";
import { VideosSkeleton } from "./videos-skeleton.tsx";

const panel = later(() => import("./videos-panel.tsx"));

/** The videos on a project's page. */
export function VideosPart({ project }: { project: Project }) {
  const Panel = useLater(panel, true)?.VideosPanel;
  return Panel ? <Panel project={project} /> : <VideosSkeleton />;
}
