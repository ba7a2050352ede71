import { limits } from "#contract/limits.ts";
import type { Webhook } from "#contract/webhooks.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useDeleteWebhook } from "./webhooks.queries.ts";

export function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useText();
  const remove = useDeleteWebhook();
  const name = new URL(webhook.url).host;

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(webhook.id);
      showToast({ tone: "ok", title: t("webhooks.deleted", { name }) }, limits.toast.form);
    } catch (error) {
      showFailure(error, t);
    }
    onClose();
  }

  return (
    <ConfirmDialog
      title={t("webhooks.delete_title", { name })}
      confirmLabel={t("webhooks.delete")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isDestructive
      isPending={remove.isPending}
    >
      {t("webhooks.delete_text")}
    </ConfirmDialog>
  );
}
