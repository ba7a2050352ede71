import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Link } from "#web/ui/link.tsx";

/** Unpaid amounts, for administrators: all other users see them above every screen, where it affects them more. */
export function UnpaidNotice() {
  const t = useText();
  const format = useFormat();
  const { unpaid, role } = useSignedInUser();
  if (unpaid === null || role === "user") return null;
  return (
    <Banner
      tone="warn"
      className="mb-8"
      action={<Link href="/profile?tab=billing">{t("dashboard.show_bills")}</Link>}
    >
      {t("dashboard.unpaid", { date: format.date(dayOf(unpaid.paymentDeadline), "long") })}
    </Banner>
  );
}
