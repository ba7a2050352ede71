import { CircleCheck, CloudDownload, LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import type { Project } from "#contract/projects.ts";
import type { CopyPart } from "#web/lib/copy-part.ts";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { useCopyRun } from "./copy-runs.ts";
import { useCopy } from "./use-copies.ts";

const dialog = later(() => import("./copy-dialog.tsx"));

/** The project's menu and the list of saved projects link to the page with this hash. */
const address = "#offline";

export interface CopyActionProps {
  project: Project;
  /** The parts that features contribute, loaded with the first copy. */
  parts: () => Promise<readonly CopyPart[]>;
}

/** On a project's page, for its members: saves the project on this device. */
export function CopyAction({ project, parts }: CopyActionProps) {
  const user = useUser();
  if (user === null || project.can["follow"] !== true) return null;
  return <OwnCopy project={project} parts={parts} />;
}

function OwnCopy({ project, parts }: CopyActionProps) {
  const t = useText();
  const copy = useCopy(project.id);
  const run = useCopyRun(project.id);
  const [isOpen, setIsOpen] = useState(() => location.hash === address);
  const Dialog = useLater(dialog, isOpen)?.CopyDialog;
  useEffect(() => {
    const follow = () => location.hash === address && setIsOpen(true);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const close = () => {
    setIsOpen(false);
    if (location.hash === address)
      history.replaceState(history.state, "", location.pathname + location.search);
  };
  const state = run ? "action_running" : copy ? "action_saved" : "action";
  const icon = run ? LoaderCircle : copy ? CircleCheck : CloudDownload;
  return (
    <>
      <Button variant="quiet" icon={icon} onPress={() => setIsOpen(true)}>
        {t(`offline.copies.${state}`)}
      </Button>
      {Dialog && <Dialog project={project} parts={parts} isOpen={isOpen} onClose={close} />}
    </>
  );
}
