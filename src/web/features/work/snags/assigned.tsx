import type { Snag } from "#contract/snags.ts";
import { useText } from "#web/lib/use-text.ts";
import { type Assigned, assignedName, isInvited } from "#web/shell/snags/assigned.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/classes.ts";

export const assignedOf = ({ assignee, invited }: Pick<Snag, "assignee" | "invited">): Assigned =>
  assignee ?? invited;

/** In the form of the snag's fields. */
export const assignedFields = (to: Assigned): Pick<Snag, "assignee" | "invited"> =>
  to !== null && isInvited(to) ? { assignee: null, invited: to } : { assignee: to, invited: null };

/** Avatar and name; for an invited person the name and a label. Nothing for an unassigned snag. */
export function AssignedName({
  snag,
  size,
  className,
}: {
  snag: Snag;
  size: "size-5" | "size-6";
  className?: string;
}) {
  const t = useText();
  const to = assignedOf(snag);
  if (to === null) return null;
  return (
    <span className={cx("flex min-w-0 items-center gap-1.5", className)}>
      <Avatar name={to.name} picture={isInvited(to) ? null : to.avatar} size="sm" className={size} />
      <bdi className="truncate">{assignedName(to, t)}</bdi>
    </span>
  );
}
