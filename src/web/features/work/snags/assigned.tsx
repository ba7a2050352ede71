import { HardHat } from "lucide-react";
import type { Snag } from "#contract/snags.ts";
import { useText } from "#web/lib/use-text.ts";
import { type Assigned, assignedName, isInvited } from "#web/shell/snags/assigned.ts";
import { crewOf } from "#web/shell/snags/crews.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";

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

/** The crew of a snag, with its sign. Nothing for a snag without one. */
export function CrewName({ snag, className }: { snag: Snag; className?: string }) {
  const t = useText();
  const crew = crewOf(snag);
  if (crew === null) return null;
  return (
    <span title={t("snags.fields.crew")} className={cx("flex min-w-0 items-center gap-1.5", className)}>
      <Icon of={HardHat} size="sm" className="size-3.5 text-ink-muted" />
      <bdi className="truncate">{crew.name}</bdi>
    </span>
  );
}
