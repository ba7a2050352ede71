import type { Project } from "#contract/projects.ts";
import { later, useLater } from "#web/ui/later.ts";
import { SnapshotsSkeleton } from "./snapshots-skeleton.tsx";

const panel = later(() => import("./snapshots-panel.tsx"));

/** The snapshots on a project's page. */
export function SnapshotsPart({ project }: { project: Project }) {
  const Panel = useLater(panel, true)?.SnapshotsPanel;
  return Panel ? <Panel project={project} /> : <SnapshotsSkeleton />;
}
