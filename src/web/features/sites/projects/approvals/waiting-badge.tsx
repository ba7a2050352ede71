import { useText } from "#web/lib/use-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { useLiveApprovals, useWaitingCount, useWishCount } from "./approvals.queries.ts";

/** Number of pending projects and plan requests, beside the menu entry; nothing while there are none. */
export function WaitingBadge() {
  const t = useText();
  const projects = useWaitingCount() ?? 0;
  const wishes = useWishCount() ?? 0;
  const count = projects + wishes;
  useLiveApprovals();
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden>
        <Badge count={count} />
      </span>
      <span className="sr-only">
        {t(wishes === 0 ? "projects.approvals.waiting_badge" : "projects.approvals.waiting_all", { count })}
      </span>
    </>
  );
}
