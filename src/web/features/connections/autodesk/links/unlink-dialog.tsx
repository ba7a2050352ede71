import type { AutodeskLink } from "#contract/autodesk.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useUnlink } from "../autodesk.changes.ts";

/** Confirms the removal of a link. Imported data stays. */
export function UnlinkDialog({ link, onClose }: { link: AutodeskLink; onClose: () => void }) {
  const t = useText();
  const unlink = useUnlink();
  return (
    <ConfirmDialog
      title={t("autodesk.links.unlink_title", { project: link.project })}
      confirmLabel={t("autodesk.links.unlink")}
      isOpen
      onClose={onClose}
      onConfirm={() => unlink.mutate(link, { onSettled: onClose })}
      isPending={unlink.isPending}
      isDestructive
    >
      {t("autodesk.links.unlink_text", { there: link.adsk_project })}
    </ConfirmDialog>
  );
}
