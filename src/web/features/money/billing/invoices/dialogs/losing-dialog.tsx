import type { Invoice } from "#contract/billing.ts";
import { limits } from "#contract/limits.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useMoney } from "#web/lib/money.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useDeleteInvoice, useVoid } from "../invoices.queries.ts";

export interface LosingDialogProps {
  act: "void" | "delete";
  invoice: Invoice;
  onClose: () => void;
  /** Called after deleting. */
  onGone?: () => void;
}

/** Voids or deletes an invoice, after showing what is lost and what stays. */
export function LosingDialog({ act, invoice, onClose, onGone }: LosingDialogProps) {
  const t = useText();
  const money = useMoney();
  const voiding = useVoid();
  const deleting = useDeleteInvoice();
  const { id, number, user_name } = invoice;

  async function confirm(): Promise<void> {
    try {
      await (act === "void" ? voiding : deleting).mutateAsync(id);
    } catch (error) {
      showFailure(error, t);
      onClose();
      return;
    }
    onClose();
    showToast({ tone: "ok", title: t(`billing.invoices.${act}_done`, { number }) }, limits.toast.form);
    if (act === "delete") onGone?.();
  }

  return (
    <ConfirmDialog
      title={t(`billing.invoices.${act}_title`, { number })}
      confirmLabel={t(`billing.invoices.acts.${act}`)}
      cancelLabel={t("billing.invoices.keep")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isDestructive
      isPending={voiding.isPending || deleting.isPending}
    >
      {t(`billing.invoices.${act}_text`, { name: user_name, amount: money(invoice.total, invoice.currency) })}
    </ConfirmDialog>
  );
}
