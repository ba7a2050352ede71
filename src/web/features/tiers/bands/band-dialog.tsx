import { useId, useMemo, useState } from "react";
import { type Currency, toDecimal } from "#contract/currencies.ts";
import { limits } from "#contract/limits.ts";
import type { ProjectTier } from "#contract/plans.tiers.ts";
import { type FieldRefusals, useDraft } from "#web/lib/draft.ts";
import { errorText } from "#web/lib/error-text.ts";
import { fieldRefusals } from "#web/lib/refusals.ts";
import { useSettings } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { typedMoney } from "#web/lib/typed-money.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { type TierFields, useEditTier, useMakeTier } from "../tiers.queries.ts";
import { asSent, type BandValues, bandFields, newBand, valuesOf } from "./band-draft.ts";
import { BandFields } from "./band-fields.tsx";

/** Makes a band (`tier` null) or changes one. */
export function BandDialog({ tier, onClose }: { tier: ProjectTier | null; onClose: () => void }) {
  const t = useText();
  const form = useId();
  const preferred = useSettings()?.currency ?? "USD";
  const currency: Currency = tier?.currency ?? preferred;
  const base = useMemo(() => (tier === null ? newBand : valuesOf(tier)), [tier]);
  const draft = useDraft<BandValues>(base);
  const make = useMakeTier();
  const edit = useEditTier();
  const [refusal, setRefusal] = useState<string | null>(null);
  const isPending = make.isPending || edit.isPending;

  function problems(): FieldRefusals<BandValues> {
    const { name, price } = draft.values;
    return {
      ...(name.trim() === "" && { name: t("tiers.name_required") }),
      ...(typedMoney(price, currency) === undefined && {
        price: t("tiers.price_invalid", { example: toDecimal(1250, currency) }),
      }),
    };
  }

  async function submit(): Promise<void> {
    setRefusal(null);
    const wrong = problems();
    if (Object.keys(wrong).length > 0) return draft.setErrors(wrong);
    try {
      const { name } =
        tier === null
          ? await make.mutateAsync(asSent(draft.values, currency) as TierFields)
          : await edit.mutateAsync({ id: tier.id, body: asSent(draft.changes, currency) });
      showToast(
        { tone: "ok", title: t(tier === null ? "tiers.created" : "tiers.saved", { name }) },
        limits.toast.form,
      );
      onClose();
    } catch (error) {
      const fields = fieldRefusals<BandValues>(error, bandFields, t);
      draft.setErrors(fields);
      if (Object.keys(fields).length === 0) setRefusal(errorText(error, t));
    }
  }

  return (
    <Modal
      title={t(tier === null ? "tiers.new" : "tiers.edit_title")}
      isOpen
      onClose={onClose}
      isDismissable={!isPending && !draft.isChanged}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" isPending={isPending}>
            {t(tier === null ? "tiers.create" : "tiers.save")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) void submit();
        }}
      >
        {refusal !== null && <Banner tone="bad">{refusal}</Banner>}
        <BandFields draft={draft} currency={currency} />
      </form>
    </Modal>
  );
}
