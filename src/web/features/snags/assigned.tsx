import type { ProjectPerson } from "#contract/projects.ts";
import type { Snag, SnagInvited } from "#contract/snags.ts";
import type { Translate } from "#web/lib/use-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/classes.ts";

/** A member, a person who is invited and has not answered, or no one. */
export type Assigned = ProjectPerson | SnagInvited | null;

export const assignedOf = ({ assignee, invited }: Pick<Snag, "assignee" | "invited">): Assigned =>
  assignee ?? invited;

const isInvited = (to: ProjectPerson | SnagInvited): to is SnagInvited => "id_invitation" in to;

/** Names a choice among members and invitations; empty for no one. */
export const assignedKey = (to: Assigned): string =>
  to === null ? "" : isInvited(to) ? `invited ${to.id_invitation}` : String(to.id_user);

export const assignedName = (to: Assigned, t: Translate): string =>
  to === null ? t("snags.nobody") : isInvited(to) ? t("snags.invited_person", { name: to.name }) : to.name;

/** As calls are sent it. */
export const assignedWire = (to: Assigned) =>
  to !== null && isInvited(to)
    ? { id_invitation: to.id_invitation }
    : { id_assignee: to?.id_user ?? null, id_invitation: null };

/** As a snag holds it. */
export const assignedFields = (to: Assigned): Pick<Snag, "assignee" | "invited"> =>
  to !== null && isInvited(to) ? { assignee: null, invited: to } : { assignee: to, invited: null };

/** Avatar and name; of an invited person the name and the word for it. Nothing for no one. */
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
