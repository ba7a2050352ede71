import type { Project } from "#contract/projects.ts";
import type { Snag } from "#contract/snags.ts";
import { later, useLater } from "#web/ui/later.ts";
import type { SendMenuProps } from "./snag/send-menu.tsx";

const sentTo = later(() => import("./snag/sent-to.tsx"));
const sendMenu = later(() => import("./snag/send-menu.tsx"));
const projectTools = later(() => import("./project/project-tools.tsx"));

/** Where a snag was sent to, in what is told of it. */
export function SentPart({ snag }: { snag: Snag }) {
  const Sent = useLater(sentTo, true)?.SentTo;
  return Sent && <Sent snag={snag} />;
}

/** Sends the chosen snags, in the bar of what can be done with them. */
export function SendPart(props: SendMenuProps) {
  const Send = useLater(sendMenu, true)?.SendMenu;
  return Send && <Send {...props} />;
}

/** The boards of a project, on its page. */
export function ProjectToolsPart({ project }: { project: Project }) {
  const Tools = useLater(projectTools, true)?.ProjectTools;
  return Tools && <Tools project={project} />;
}
