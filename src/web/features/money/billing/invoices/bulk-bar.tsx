import { Ban, CircleCheck } from "lucide-react";
import { useState } from "react";
import type { Invoice } from "#contract/billing.ts";
import { limits } from "#contract/limits.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import type { Selection } from "#web/lib/selection.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ActionBar } from "#web/ui/action-bar.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { type BulkAct, useBulk } from "./invoices.queries.ts";

const words = { "mark-paid": "pay", void: "void" } as const satisfies Record<BulkAct, string>;

/** Actions for several invoices at once; each shows first how many it applies to. */
export function BulkBar({ selection, shown }: { selection: Selection; shown: readonly Invoice[] }) {
  const t = useText();
  const bulk = useBulk();
  const [asked, setAsked] = useState<BulkAct | null>(null);
  const chosen = shown.filter(({ id }) => selection.ids.has(id));
  // Neither action applies to paid or void invoices.
  const open = chosen.filter(({ status }) => status === "unpaid");

  async function apply(action: BulkAct): Promise<void> {
    try {
      const { done, left } = await bulk.mutateAsync({ ids: open.map(({ id }) => id), action });
      showToast(
        {
          tone: left > 0 ? "warn" : "ok",
          title: t(`billing.invoices.bulk.${words[action]}_done`, { count: done }),
          ...(left > 0 && { text: t("billing.invoices.bulk.left", { count: left }) }),
        },
        limits.toast.form,
      );
      selection.clear();
    } catch (error) {
      showFailure(error, t);
    }
    setAsked(null);
  }

  return (
    <ActionBar
      label={t("billing.invoices.bulk.label")}
      count={t("billing.invoices.bulk.selected", { count: chosen.length })}
      onClear={selection.clear}
    >
      <Button
        variant="quiet"
        icon={CircleCheck}
        isDisabled={open.length === 0}
        onPress={() => setAsked("mark-paid")}
      >
        {t("billing.invoices.acts.pay")}
      </Button>
      <Button
        variant="quietDanger"
        icon={Ban}
        isDisabled={open.length === 0}
        onPress={() => setAsked("void")}
      >
        {t("billing.invoices.bulk.void")}
      </Button>
      {asked !== null && (
        <ConfirmDialog
          title={t(`billing.invoices.bulk.${words[asked]}_title`, { count: open.length })}
          confirmLabel={t(asked === "void" ? "billing.invoices.bulk.void" : "billing.invoices.acts.pay")}
          {...(asked === "void" && { cancelLabel: t("billing.invoices.bulk.keep") })}
          isOpen
          onClose={() => setAsked(null)}
          onConfirm={() => void apply(asked)}
          isDestructive={asked === "void"}
          isPending={bulk.isPending}
        >
          {t(`billing.invoices.bulk.${words[asked]}_text`)}
          {open.length < chosen.length && (
            <p className="mt-2">
              {t("billing.invoices.bulk.passed_over", { count: chosen.length - open.length })}
            </p>
          )}
        </ConfirmDialog>
      )}
    </ActionBar>
  );
}
