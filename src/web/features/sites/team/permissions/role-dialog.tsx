import { useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import type { GivenRole, TeamMember } from "#contract/team.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import type { Giver } from "../roles.ts";
import { useChangeMember } from "../team.queries.ts";
import { RoleChoice } from "./role-choice.tsx";

export interface MemberDialogProps {
  project: Project;
  member: TeamMember;
  giver: Giver;
  onClose: () => void;
}

/** Changes a member's role, with that role's permissions only. */
export function RoleDialog({ project, member, giver, onClose }: MemberDialogProps) {
  const t = useText();
  const form = useId();
  const [chosen, setChosen] = useState<GivenRole | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useChangeMember(project.id);
  const { id_user, name } = member;
  const current = member.role === "owner" ? null : member.role;
  const role = chosen ?? current;
  const isChanged = chosen !== null && chosen !== current;

  async function save(): Promise<void> {
    if (chosen === null) return;
    setRefusal(null);
    try {
      await change.mutateAsync({ id_user, role: chosen });
      showToast(
        { tone: "ok", title: t("team.member.role_saved", { name, role: t(`team.roles.${chosen}`) }) },
        limits.toast.form,
      );
      onClose();
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  }

  return (
    <Modal
      title={t("team.member.role_title", { name })}
      isOpen
      onClose={onClose}
      size="sm"
      isDismissable={!change.isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={change.isPending}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            isDisabled={!isChanged}
            isPending={change.isPending}
          >
            {t("common.save")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && !change.isPending) void save();
        }}
      >
        {refusal !== null && (
          <Banner tone="bad" className="mb-4">
            {refusal}
          </Banner>
        )}
        <RoleChoice roles={giver.roles} value={role} onChange={setChosen} isDisabled={change.isPending} />
        {member.is_adjusted && isChanged && (
          <p className="mt-3 text-sm text-ink-muted">{t("team.member.role_lost")}</p>
        )}
      </form>
    </Modal>
  );
}
