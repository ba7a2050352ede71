import { EllipsisVertical, Link2, ShieldCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Snag } from "#contract/snags.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { useLanguage } from "#web/lib/language.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { EvidenceDialog } from "#web/shell/evidence/evidence-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { deleteFailure } from "../delete-failure.ts";
import { exportAddress, exportFormats } from "../export-address.ts";
import { exportIcons } from "../export-menu.tsx";
import { useDeleteSnag } from "../snags.changes.ts";

/** Further actions on a snag, with their dialogs. */
export function SnagMenu({ snag, onDeleted }: { snag: Snag; onDeleted: () => void }) {
  const t = useText();
  const lang = useLanguage();
  const remove = useDeleteSnag();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isProving, setIsProving] = useState(false);

  async function copyLink(id: number): Promise<void> {
    if (await copyText(`${location.origin}/snags/${id}`))
      showToast({ tone: "ok", title: t("snags.detail.link_copied") }, limits.toast.form);
  }

  return (
    <>
      <Menu
        label={t("snags.detail.more")}
        trigger={
          <IconButton
            icon={EllipsisVertical}
            label={t("snags.detail.more")}
            className="touch:size-11 print:hidden"
          />
        }
      >
        <MenuItem icon={Link2} label={t("snags.detail.copy_link")} onAction={() => void copyLink(snag.id)} />
        {exportFormats.map(({ key, format: as }) => (
          <MenuItem
            key={key}
            icon={exportIcons[key]}
            label={t(`snags.export.${key}`)}
            href={exportAddress(as, { id_project: snag.id_project, ids: [snag.id] }, lang)}
            download=""
          />
        ))}
        <MenuItem icon={ShieldCheck} label={t("evidence.open")} onAction={() => setIsProving(true)} />
        {snag.can["delete"] === true && (
          <MenuItem
            icon={Trash2}
            label={t("snags.delete")}
            isDestructive
            onAction={() => setIsDeleting(true)}
          />
        )}
      </Menu>
      <EvidenceDialog
        of={{ kind: "snag", id: snag.id }}
        isOpen={isProving}
        onClose={() => setIsProving(false)}
      />
      <DeleteDialog
        title={t("snags.delete_title", { number: snag.number })}
        confirmLabel={t("snags.delete")}
        done={t("snags.deleted", { number: snag.number })}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onDelete={() => remove.mutateAsync(snag.id)}
        onDeleted={onDeleted}
        onFailure={(error) => showToast(deleteFailure(error, t, "snags.not_deleted"), limits.toast.form)}
      >
        {t("snags.delete_text", { title: snag.title })}
      </DeleteDialog>
    </>
  );
}
