import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import type { TeamMember } from "#contract/team.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { later, useLater } from "#web/ui/later.ts";
import type { Giver } from "./roles.ts";
import { useHandOver, useRemoveMember } from "./team.queries.ts";

/** The action to confirm on a member. */
export interface MemberQuestion {
  readonly kind: "role" | "permissions" | "hand_over" | "remove";
  readonly id_user: number;
}

const role = later(() => import("./permissions/role-dialog.tsx"));
const permissions = later(() => import("./permissions/permissions-dialog.tsx"));

export interface MemberDialogsProps {
  project: Project;
  giver: Giver;
  question: MemberQuestion | null;
  /** The member of the question; undefined when no longer in the team, and without a question. */
  member: TeamMember | undefined;
  onClose: () => void;
}

export function MemberDialogs({ project, giver, question, member, onClose }: MemberDialogsProps) {
  const RoleDialog = useLater(role, question?.kind === "role")?.RoleDialog;
  const PermissionsDialog = useLater(permissions, question?.kind === "permissions")?.PermissionsDialog;
  if (question === null || member === undefined) return null;
  const given = { project, member, onClose };
  switch (question.kind) {
    case "role":
      return RoleDialog ? <RoleDialog {...given} giver={giver} /> : null;
    case "permissions":
      return PermissionsDialog ? <PermissionsDialog {...given} giver={giver} /> : null;
    case "hand_over":
      return <HandOver {...given} />;
    case "remove":
      return <Remove {...given} />;
  }
}

interface QuestionProps {
  project: Project;
  member: TeamMember;
  onClose: () => void;
}

function HandOver({ project, member: { id_user, name }, onClose }: QuestionProps) {
  const t = useText();
  const handOver = useHandOver(project.id);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    try {
      await handOver.mutateAsync(id_user);
      showToast({ tone: "ok", title: t("team.member.handed_over", { name }) }, limits.toast.form);
      onClose();
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  }

  return (
    <ConfirmDialog
      title={t("team.member.hand_over_title", { name })}
      confirmLabel={t("team.member.hand_over_confirm")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={handOver.isPending}
      isDestructive
    >
      {refusal !== null && (
        <Banner tone="bad" className="mb-4">
          {refusal}
        </Banner>
      )}
      {t("team.member.hand_over_text", { name, project: project.name })}
    </ConfirmDialog>
  );
}

function Remove({ project, member: { id_user, name }, onClose }: QuestionProps) {
  const t = useText();
  const remove = useRemoveMember(project.id);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(id_user);
      showToast({ tone: "ok", title: t("team.member.removed", { name }) }, limits.toast.form);
      onClose();
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  }

  return (
    <ConfirmDialog
      title={t("team.member.remove_title", { name })}
      confirmLabel={t("team.member.remove_confirm")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={remove.isPending}
      isDestructive
    >
      {refusal !== null && (
        <Banner tone="bad" className="mb-4">
          {refusal}
        </Banner>
      )}
      {t("team.member.remove_text", { name, project: project.name })}
    </ConfirmDialog>
  );
}
