import { ChevronLeft } from "lucide-react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { PlainMenu, PlainMenuItem } from "#web/ui/plain/plain-menu.tsx";
import { useFrame } from "../frame.ts";

/** The link from the viewer back to the application, for members only. */
export function WayOut() {
  const t = useText();
  const { id_visit, id_project, name, project } = useStore(useFrame().tour.visit);
  return (
    <PlainMenu
      label={t("viewer.leave.label")}
      placement="bottom start"
      trigger={
        <PlainIconButton
          variant="onGlass"
          size="lg"
          icon={ChevronLeft}
          points
          label={t("viewer.leave.label")}
        />
      }
    >
      {id_project !== null && (
        <PlainMenuItem label={project} note={t("viewer.leave.project")} href={`/project/${id_project}`} />
      )}
      {id_visit !== null && (
        <PlainMenuItem label={name} note={t("viewer.leave.visit")} href={`/editvisit/${id_visit}`} />
      )}
      <PlainMenuItem label={t("viewer.leave.dashboard")} href="/dashboard" />
    </PlainMenu>
  );
}
