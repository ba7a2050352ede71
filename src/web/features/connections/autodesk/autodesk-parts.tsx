import type { Project } from "#contract/projects.ts";
import { session } from "#web/lib/session.ts";
import { later, useLater } from "#web/ui/later.ts";

const panel = later(() => import("./panel/autodesk-panel.tsx"));

/** Users with access to Autodesk see the linked project; editors of the project can link it. */
export const showsAutodesk = ({ role, can }: Project): boolean =>
  session.user()?.can.autodesk === true && (role !== null || can["edit"] === true);

/** The linked Autodesk project, on a project's page. */
export function AutodeskPart({ project }: { project: Project }) {
  const Panel = useLater(panel, true)?.AutodeskPanel;
  // Most projects have no such panel: nothing is rendered until it is known to exist.
  return Panel ? <Panel project={project} /> : null;
}
