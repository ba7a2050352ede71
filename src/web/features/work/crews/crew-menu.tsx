import {
  Archive,
  ArchiveRestore,
  Building2,
  EllipsisVertical,
  PencilLine,
  Trash2,
  Unlink,
} from "lucide-react";
import { useState } from "react";
import type { Crew } from "#contract/crews.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { useCrewChanges } from "./crews.queries.ts";

const crewDialog = later(() => import("./crew-dialog.tsx"));
const attachDialog = later(() => import("./attach-dialog.tsx"));

/** Milliseconds in which archiving can be undone. */
const UNDO = 10_000;

interface CrewMenuProps {
  crew: Crew;
  project: number;
  /** The caller manages the team of this project. */
  mayManage: boolean;
}

export function CrewMenu({ crew, project, mayManage }: CrewMenuProps) {
  const t = useText();
  const changes = useCrewChanges();
  const [open, setOpen] = useState<"edit" | "attach" | "detach" | "delete" | null>(null);
  const CrewDialog = useLater(crewDialog, open === "edit")?.CrewDialog;
  const AttachDialog = useLater(attachDialog, open === "attach")?.AttachDialog;
  const { id, name, is_archived } = crew;
  const mayEdit = crew.can["edit"] === true;
  if (!mayEdit && !mayManage) return null;
  const close = () => setOpen(null);
  const archive = async (isArchived: boolean, isUndo = false): Promise<void> => {
    try {
      await changes.update(id, { is_archived: isArchived });
      const title = t(isArchived ? "crews.screens.archived_done" : "crews.screens.restored", { name });
      const action = { label: t("crews.screens.undo"), onAction: () => void archive(!isArchived, true) };
      showToast({ tone: "ok", title, ...(!isUndo && { action }) }, UNDO);
    } catch (error) {
      showFailure(error, t);
    }
  };
  const label = t("crews.screens.actions_for", { name });
  return (
    <>
      <Menu
        label={label}
        trigger={
          <IconButton icon={EllipsisVertical} label={label} hasTooltip={false} className="touch:size-11" />
        }
      >
        {mayEdit && (
          <>
            <MenuItem icon={PencilLine} label={t("crews.screens.edit")} onAction={() => setOpen("edit")} />
            <MenuItem icon={Building2} label={t("crews.screens.attach")} onAction={() => setOpen("attach")} />
            <MenuItem
              icon={is_archived ? ArchiveRestore : Archive}
              label={t(is_archived ? "crews.screens.restore" : "crews.screens.archive")}
              onAction={() => void archive(!is_archived)}
            />
          </>
        )}
        {mayManage && (
          <MenuItem icon={Unlink} label={t("crews.screens.detach")} onAction={() => setOpen("detach")} />
        )}
        {mayEdit && (
          <>
            <MenuSeparator />
            <MenuItem
              icon={Trash2}
              label={t("crews.screens.delete")}
              isDestructive
              onAction={() => setOpen("delete")}
            />
          </>
        )}
      </Menu>
      {CrewDialog && open === "edit" && <CrewDialog project={project} crew={crew} onClose={close} />}
      {AttachDialog && open === "attach" && <AttachDialog crew={crew} onClose={close} />}
      {open === "detach" && (
        <DeleteDialog
          title={t("crews.screens.detach_title", { name })}
          confirmLabel={t("crews.screens.detach")}
          done={t("crews.screens.detached", { name })}
          onDelete={() => changes.detach(project, id)}
          onClose={close}
        >
          {t("crews.screens.detach_text")}
        </DeleteDialog>
      )}
      {open === "delete" && (
        <DeleteDialog
          title={t("crews.screens.delete_title", { name })}
          confirmLabel={t("crews.screens.delete")}
          done={t("crews.screens.deleted", { name })}
          onDelete={() => changes.remove(id)}
          onClose={close}
        >
          {t("crews.screens.delete_text")}
        </DeleteDialog>
      )}
    </>
  );
}
