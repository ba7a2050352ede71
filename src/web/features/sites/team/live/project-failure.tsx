import { useState } from "react";
import { ApiError } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { useLost } from "./lost.ts";
import { ProjectGone } from "./project-gone.tsx";

const joining = later(() => import("../join/join-dialog.tsx"));

export interface ProjectFailureProps {
  /** The project as in the address: its number or its code. */
  id: string;
  error: unknown;
  onRetry: () => void;
}

/**
 * Replaces a project that failed to load. A user removed while viewing it gets a message; one with a link that contains
 * the project's code can request to join.
 */
export function ProjectFailure({ id, error, onRetry }: ProjectFailureProps) {
  const lost = useLost(id);
  const isClosed = error instanceof ApiError && (error.status === 403 || error.status === 404);
  if (isClosed && lost !== undefined) return <ProjectGone project={lost} />;
  const isByCode = !/^\d+$/.test(id);
  return (
    <>
      <LoadFailure screen="project" error={error} onRetry={onRetry} />
      {isByCode && error instanceof ApiError && error.status === 403 && <AskByCode project_code={id} />}
    </>
  );
}

function AskByCode({ project_code }: { project_code: string }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const Dialog = useLater(joining, isOpen)?.JoinDialog;
  return (
    <p className="-mt-8 flex justify-center">
      <Button variant="primary" onPress={() => setIsOpen(true)}>
        {t("team.join.ask")}
      </Button>
      {isOpen && Dialog && <Dialog code={project_code} onClose={() => setIsOpen(false)} />}
    </p>
  );
}
