import { PackageOpen } from "lucide-react";
import { useEffect, useState } from "react";
import type { Project } from "#contract/projects.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { later, useLater } from "#web/ui/later.ts";

const dialog = later(() => import("./export-dialog.tsx"));

/** Notifications of an export link to the project's page with this hash. */
const ADDRESS = "#export";

/** On a project's page, for users who may export it. */
export function ExportAction({ project }: { project: Project }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(() => location.hash === ADDRESS);
  const Dialog = useLater(dialog, isOpen)?.ExportDialog;
  useEffect(() => {
    const follow = () => location.hash === ADDRESS && setIsOpen(true);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  if (project.can["export"] !== true) return null;
  const close = () => {
    setIsOpen(false);
    if (location.hash === ADDRESS)
      history.replaceState(history.state, "", location.pathname + location.search);
  };
  return (
    <>
      <Button variant="quiet" icon={PackageOpen} onPress={() => setIsOpen(true)}>
        {t("exports.action")}
      </Button>
      {Dialog && <Dialog project={project} isOpen={isOpen} onClose={close} />}
    </>
  );
}
