import type { Invoice } from "#contract/billing.ts";
import { limits } from "#contract/limits.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useMarkUnpaid } from "../invoices.queries.ts";

/** Marks an invoice unpaid again. */
export function UnpaidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useText();
  const unpay = useMarkUnpaid();
  const { id, number } = invoice;

  async function confirm(): Promise<void> {
    try {
      await unpay.mutateAsync(id);
      showToast({ tone: "ok", title: t("billing.invoices.unpaid_done", { number }) }, limits.toast.form);
    } catch (error) {
      showFailure(error, t);
    }
    onClose();
  }

  return (
    <ConfirmDialog
      title={t("billing.invoices.unpaid_title", { number })}
      confirmLabel={t("billing.invoices.acts.unpay")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={unpay.isPending}
    >
      {t("billing.invoices.unpaid_text", { name: invoice.user_name })}
    </ConfirmDialog>
  );
}
