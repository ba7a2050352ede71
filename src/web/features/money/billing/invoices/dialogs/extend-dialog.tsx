import { useState } from "react";
import type { Invoice } from "#contract/billing.ts";
import { limits } from "#contract/limits.ts";
import { dayOf } from "#web/lib/day.ts";
import { errorText } from "#web/lib/error-text.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { useExtend } from "../invoices.queries.ts";

/** Extends the due date of an invoice. */
export function ExtendDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const extend = useExtend();
  const [day, setDay] = useState<string | null>(invoice.due_date);
  const [refusal, setRefusal] = useState<{ day?: string; text?: string }>({});
  const { id, number, user_name } = invoice;

  async function confirm(): Promise<void> {
    if (day === null) {
      setRefusal({ day: t("billing.invoices.day_required") });
      return;
    }
    try {
      await extend.mutateAsync({ id, due_date: day });
    } catch (error) {
      const { due_date } = fieldErrors<{ due_date: string }>(error, ["due_date"], t);
      setRefusal(due_date === undefined ? { text: errorText(error, t) } : { day: due_date });
      return;
    }
    onClose();
    const date = format.date(dayOf(day), "long");
    showToast(
      { tone: "ok", title: t("billing.invoices.extended", { name: user_name, date }) },
      limits.toast.form,
    );
  }

  return (
    <Modal
      title={t("billing.invoices.extend_title", { number })}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          <Button variant="primary" isPending={extend.isPending} onPress={() => void confirm()}>
            {t("billing.invoices.acts.extend")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {refusal.text !== undefined && <Banner tone="bad">{refusal.text}</Banner>}
        <p className="text-ink-muted">{t("billing.invoices.extend_text", { name: user_name })}</p>
        <DateField
          label={t("billing.invoices.due")}
          value={day}
          onChange={(next) => {
            setDay(next);
            setRefusal({});
          }}
          error={refusal.day}
          isRequired
        />
      </div>
    </Modal>
  );
}
