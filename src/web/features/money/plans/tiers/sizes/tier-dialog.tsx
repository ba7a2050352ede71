import { useMemo } from "react";
import { type Currency, toDecimal } from "#contract/currencies.ts";
import { limits } from "#contract/limits.ts";
import type { ProjectTier } from "#contract/plans.tiers.ts";
import { type FieldRefusals, useDraft } from "#web/lib/draft.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { useSettings } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { typedMoney } from "#web/lib/typed-money.ts";
import { useText } from "#web/lib/use-text.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { type TierFields, useEditTier, useMakeTier } from "../tiers.queries.ts";
import { asSent, newTier, type TierValues, tierFields, valuesOf } from "./tier-draft.ts";
import { TierFormFields } from "./tier-fields.tsx";

/** Creates a size tier (`tier` null) or changes one. */
export function TierDialog({ tier, onClose }: { tier: ProjectTier | null; onClose: () => void }) {
  const t = useText();
  const preferred = useSettings()?.currency ?? "USD";
  const currency: Currency = tier?.currency ?? preferred;
  const base = useMemo(() => (tier === null ? newTier : valuesOf(tier)), [tier]);
  const draft = useDraft<TierValues>(base);
  const make = useMakeTier();
  const edit = useEditTier();
  const refusal = useFormError<TierValues>(draft, tierFields);
  const isPending = make.isPending || edit.isPending;

  function problems(): FieldRefusals<TierValues> {
    const { name, price } = draft.values;
    return {
      ...(name.trim() === "" && { name: t("plans.tiers.name_required") }),
      ...(typedMoney(price, currency) === undefined && {
        price: t("plans.tiers.price_invalid", { example: toDecimal(1250, currency) }),
      }),
    };
  }

  async function submit(): Promise<void> {
    refusal.clear();
    const wrong = problems();
    if (Object.keys(wrong).length > 0) return draft.setErrors(wrong);
    try {
      const { name } =
        tier === null
          ? await make.mutateAsync(asSent(draft.values, currency) as TierFields)
          : await edit.mutateAsync({ id: tier.id, body: asSent(draft.changes, currency) });
      showToast(
        { tone: "ok", title: t(tier === null ? "plans.tiers.created" : "plans.tiers.saved", { name }) },
        limits.toast.form,
      );
      onClose();
    } catch (error) {
      refusal.show(error);
    }
  }

  return (
    <FormDialog
      title={t(tier === null ? "plans.tiers.new" : "plans.tiers.edit_title")}
      onClose={onClose}
      confirmLabel={t(tier === null ? "plans.tiers.create" : "plans.tiers.save")}
      onSubmit={() => void submit()}
      isPending={isPending}
      isChanged={draft.isChanged}
      refusal={refusal.text}
    >
      <TierFormFields draft={draft} currency={currency} />
    </FormDialog>
  );
}
