import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Link } from "#web/ui/link.tsx";
import { ownInvoicesPath } from "./own-invoices.ts";

/**
 * The amount owed and its due date, for all except administrators, who pay no invoices here; past that date, what is
 * still possible.
 */
export function UnpaidBanner() {
  const t = useText();
  const format = useFormat();
  const user = useUser();
  if (user === null || user.role !== "user" || user.unpaid === null) return null;
  const date = format.date(dayOf(user.unpaid.paymentDeadline), "long");
  const link = (
    <Link
      href={ownInvoicesPath}
      look="plain"
      className="hit-area rounded-sm font-strong underline underline-offset-3"
    >
      {t("plans.subscription.unpaid.show")}
    </Link>
  );
  if (user.unpaid.isReadOnly)
    return (
      <Banner tone="bad" title={t("plans.subscription.unpaid.read_only_title")} isEdgeToEdge>
        {t("plans.subscription.unpaid.read_only_text", { date })} {link}
      </Banner>
    );
  return (
    <Banner tone="bad" isEdgeToEdge>
      <span>{t("plans.subscription.unpaid.banner", { date })}</span> {link}
    </Banner>
  );
}
