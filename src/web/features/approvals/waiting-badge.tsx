import { useText } from "#web/lib/use-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { useLiveApprovals, useWaitingCount } from "./approvals.queries.ts";

/** How many projects wait, beside the entry of the menu; nothing while none does. */
export function WaitingBadge() {
  const t = useText();
  const count = useWaitingCount() ?? 0;
  useLiveApprovals();
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden>
        <Badge count={count} />
      </span>
      <span className="sr-only">{t("approvals.waiting_badge", { count })}</span>
    </>
  );
}
