import type { Invoice } from "#contract/billing.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";

/** Paid, unpaid, overdue or void, as a label. */
export function InvoiceStatus({
  bill: { status, is_overdue },
}: {
  bill: Pick<Invoice, "status" | "is_overdue">;
}) {
  const t = useText();
  if (is_overdue) return <Chip tone="bad">{t("plans.subscription.bills.statuses.overdue")}</Chip>;
  const tone = status === "paid" ? "ok" : status === "unpaid" ? "warn" : "neutral";
  return <Chip tone={tone}>{t(`plans.subscription.bills.statuses.${status}`)}</Chip>;
}
