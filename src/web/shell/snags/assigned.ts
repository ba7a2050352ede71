import type { ProjectPerson } from "#contract/projects.ts";
import type { SnagInvited } from "#contract/snags.ts";
import type { Translate } from "#web/lib/use-text.ts";

/** A member, an invited person who has not answered, or no one. */
export type Assigned = ProjectPerson | SnagInvited | null;

export const isInvited = (to: ProjectPerson | SnagInvited): to is SnagInvited => "id_invitation" in to;

/** Key of an option among members and invitations; empty for no one. */
export const assignedKey = (to: Assigned): string =>
  to === null ? "" : isInvited(to) ? `invited ${to.id_invitation}` : String(to.id_user);

export const assignedName = (to: Assigned, t: Translate): string =>
  to === null ? t("snags.nobody") : isInvited(to) ? t("snags.invited_person", { name: to.name }) : to.name;

/** The form sent in calls. */
export const assignedWire = (to: Assigned) =>
  to !== null && isInvited(to)
    ? { id_invitation: to.id_invitation }
    : { id_assignee: to?.id_user ?? null, id_invitation: null };
