import { useState } from "react";
import { useMoney } from "#web/lib/money.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { usePlansToGive } from "../users.queries.ts";
import { ChoiceDialog, type ChoiceDialogProps } from "./choice-dialog.tsx";

export interface PlanDialogProps extends Omit<ChoiceDialogProps, "confirmLabel"> {
  /** The current plan; undefined where several users are selected. */
  chosen?: number | null;
  onChoose: (id: number | null) => void;
}

const none = "none";

/** Any plan, or none. It applies at once. */
export function PlanDialog({ chosen, onChoose, ...dialog }: PlanDialogProps) {
  const t = useText();
  const money = useMoney();
  const plans = usePlansToGive();
  const [plan, setPlan] = useState<string | null>(
    chosen === undefined ? null : chosen === null ? none : String(chosen),
  );
  return (
    <ChoiceDialog
      {...dialog}
      confirmLabel={t("users.plan.confirm")}
      onConfirm={plan === null ? undefined : () => onChoose(plan === none ? null : Number(plan))}
    >
      {plans.isPending ? (
        <Skeleton className="h-24" />
      ) : plans.isError ? (
        <LoadFailure error={plans.error} onRetry={() => void plans.refetch()} />
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-ink-muted">{t("users.plan.text")}</p>
          <Select
            label={t("users.plan.label")}
            value={plan}
            onChange={setPlan}
            options={[
              { value: none, label: t("users.plan.none"), note: t("users.plan.none_note") },
              ...plans.data.items.map(({ id, name, price, currency, interval, active }) => ({
                value: String(id),
                label: name,
                note: [
                  price === 0
                    ? t("plans.subscription.free")
                    : `${money(price, currency)} ${t(`plans.subscription.per_${interval}`)}`,
                  ...(active ? [] : [t("users.plan.off")]),
                ].join(" · "),
              })),
            ]}
          />
        </div>
      )}
    </ChoiceDialog>
  );
}
