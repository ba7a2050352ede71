import type { Project } from "#contract/projects.ts";
import type { Snag } from "#contract/snags.ts";
import { later, useLater } from "#web/ui/later.ts";
import type { SendMenuProps } from "./snag/send-menu.tsx";

const sentTo = later(() => import("./snag/sent-to.tsx"));
const sendMenu = later(() => import("./snag/send-menu.tsx"));
const projectTools = later(() => import("./project/project-tools.tsx"));

/** Destinations of a snag, in its details. */
export function SentPart({ snag }: { snag: Snag }) {
  const Sent = useLater(sentTo, true)?.SentTo;
  return Sent && <Sent snag={snag} />;
}

/** Sends the selected snags, in the bulk action bar. */
export function SendPart(props: SendMenuProps) {
  const Send = useLater(sendMenu, true)?.SendMenu;
  return Send && <Send {...props} />;
}

/** The boards of a project, on its page. */
export function ProjectToolsPart({ project }: { project: Project }) {
  const Tools = useLater(projectTools, true)?.ProjectTools;
  return Tools && <Tools project={project} />;
}
