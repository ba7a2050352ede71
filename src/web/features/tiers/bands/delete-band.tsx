import { limits } from "#contract/limits.ts";
import type { ProjectTier } from "#contract/project-tiers.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useDeleteTier } from "../tiers.queries.ts";

export function DeleteBand({ tier, onClose }: { tier: ProjectTier; onClose: () => void }) {
  const t = useText();
  const remove = useDeleteTier();
  const { name } = tier;

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(tier.id);
      showToast({ tone: "ok", title: t("tiers.deleted", { name }) }, limits.toast.form);
    } catch (error) {
      showFailure(error, t);
    }
    onClose();
  }

  return (
    <ConfirmDialog
      title={t("tiers.delete_title", { name })}
      confirmLabel={t("tiers.delete")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isDestructive
      isPending={remove.isPending}
    >
      {t("tiers.delete_text", { count: tier.projects ?? 0 })}
    </ConfirmDialog>
  );
}
