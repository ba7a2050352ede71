import { useState } from "react";
import type { Invoice } from "#contract/billing.ts";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { useMoney } from "#web/lib/money.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { useMarkPaid, useMarkUnpaid } from "../invoices.queries.ts";

/** Date of the payment: today, unless another day is entered. */
export function PaidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useText();
  const money = useMoney();
  const pay = useMarkPaid();
  const unpay = useMarkUnpaid();
  const [day, setDay] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<{ day?: string; text?: string }>({});
  const { id, number } = invoice;

  async function confirm(): Promise<void> {
    setRefusal({});
    try {
      await pay.mutateAsync({ id, paid_at: day });
    } catch (error) {
      const { paid_at } = fieldErrors<{ paid_at: string }>(error, ["paid_at"], t);
      setRefusal(paid_at === undefined ? { text: errorText(error, t) } : { day: paid_at });
      return;
    }
    onClose();
    const undo = () => void unpay.mutateAsync(id).catch((error: unknown) => showFailure(error, t));
    showToast(
      {
        tone: "ok",
        title: t("billing.invoices.paid_done", { number }),
        action: { label: t("common.undo"), onAction: undo },
      },
      limits.toast.form,
    );
  }

  return (
    <Modal
      title={t("billing.invoices.paid_title", { number })}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          <Button variant="primary" isPending={pay.isPending} onPress={() => void confirm()}>
            {t("billing.invoices.acts.pay")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {refusal.text !== undefined && <Banner tone="bad">{refusal.text}</Banner>}
        <p className="text-ink-muted">
          {t("billing.invoices.paid_text", {
            name: invoice.user_name,
            amount: money(invoice.total, invoice.currency),
          })}
        </p>
        <DateField
          label={t("billing.invoices.paid_at")}
          hint={t("billing.invoices.paid_hint")}
          value={day}
          onChange={setDay}
          error={refusal.day}
        />
      </div>
    </Modal>
  );
}
