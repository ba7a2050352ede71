import type { Project } from "#contract/projects.ts";
import { session } from "#web/lib/session.ts";
import { later, useLater } from "#web/ui/later.ts";

const panel = later(() => import("./panel/autodesk-panel.tsx"));

/** Who may use Autodesk sees what the project is linked to; who may edit the project, the way to link it. */
export const showsAutodesk = ({ role, can }: Project): boolean =>
  session.user()?.can.autodesk === true && (role !== null || can["edit"] === true);

/** What a project belongs to at Autodesk, on its page. */
export function AutodeskPart({ project }: { project: Project }) {
  const Panel = useLater(panel, true)?.AutodeskPanel;
  // Most projects have no such panel: until it is known that this one has, nothing stands for it.
  return Panel ? <Panel project={project} /> : null;
}
