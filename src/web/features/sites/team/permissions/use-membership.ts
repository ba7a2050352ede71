import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { TeamMember } from "#contract/team.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { useChangeMember } from "../team.queries.ts";
import { changeBetween, countChanges, type Membership } from "./grants.ts";

/** A member's role and permissions during editing: others' changes are shown until the user edits here. */
export function useMembership(member: TeamMember) {
  const t = useText();
  const save = useChangeMember(member.id_project);
  const [edited, setEdited] = useState<Membership | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const before: Membership = { role: member.role, permissions: member.permissions };
  const place = edited ?? before;

  return {
    place,
    refusal,
    count: countChanges(before, place),
    isSaving: save.isPending,
    set: setEdited,
    discard: () => setEdited(null),
    /** Resolves whether it was saved; refused changes stay selected. */
    async save(): Promise<boolean> {
      setRefusal(null);
      try {
        await save.mutateAsync({ id_user: member.id_user, ...changeBetween(before, place) });
        setEdited(null);
        const title = t("team.permissions.saved", { name: member.name });
        showToast({ tone: "ok", title }, limits.toast.form);
        return true;
      } catch (error) {
        setRefusal(errorText(error, t));
        return false;
      }
    },
  };
}
