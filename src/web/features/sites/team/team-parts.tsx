import { KeyRound } from "lucide-react";
import { useEffect } from "react";
import type { Project } from "#contract/projects.ts";
import { useUser } from "#web/lib/session.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { TeamSkeleton } from "./team-skeleton.tsx";

/* The feature's content on project pages. The lists of parts are in the first script, so each is at most a button here,
 * and the rest is loaded after the first paint or on demand. */
const panel = later(() => import("./team-panel.tsx"));
const joining = later(() => import("./join/join-dialog.tsx"));
const asking = later(() => import("./join/join-project.tsx"));
const leaving = later(() => import("./leave-project.tsx"));
const waiting = later(() => import("./waiting-invitations.tsx"));

/** The team on a project's page. */
export function TeamPart({ project }: { project: Project }) {
  const Panel = useLater(panel, true)?.TeamPanel;
  return Panel ? <Panel project={project} /> : <TeamSkeleton />;
}

/** For members: leaves the project. */
export function LeavePart({ project }: { project: Project }) {
  const isOffered = project.can["leave"] === true;
  const Leave = useLater(leaving, isOffered)?.LeaveProject;
  return isOffered && Leave ? <Leave project={project} /> : null;
}

/** For visitors of a public project: requests to join. */
export function JoinPart({ project }: { project: Project }) {
  const user = useUser();
  const isOffered = project.role === null && project.is_public && user?.super_admin === false;
  const Join = useLater(asking, isOffered)?.JoinProject;
  return isOffered && Join ? <Join project={project} /> : null;
}

const isJoining = createStore(false);

/** Beside "New Project", or in its place while there is none: joins with a code. */
export function JoinWithCodePart() {
  const t = useText();
  return (
    <Button icon={KeyRound} onPress={() => isJoining.set(true)}>
      {t("team.join.action")}
    </Button>
  );
}

/**
 * The dialog of that button. Separate from it, since the button moves when the first project appears, also while a
 * request is pending.
 */
export function JoiningPart() {
  const isOpen = useStore(isJoining);
  const Dialog = useLater(joining, isOpen)?.JoinDialog;
  useEffect(() => () => isJoining.set(false), []);
  return isOpen && Dialog ? <Dialog onClose={() => isJoining.set(false)} /> : null;
}

/** Above the list of projects: pending invitations. */
export function WaitingPart() {
  const Waiting = useLater(waiting, useSettled())?.WaitingInvitations;
  return Waiting ? <Waiting /> : null;
}
