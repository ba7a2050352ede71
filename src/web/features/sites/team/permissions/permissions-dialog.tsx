import { useText } from "#web/lib/use-text.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { PermissionsForm } from "./permissions-form.tsx";
import type { MemberDialogProps } from "./role-dialog.tsx";
import { useMembership } from "./use-membership.ts";

export function PermissionsDialog({ member, giver, onClose }: MemberDialogProps) {
  const t = useText();
  const { place, refusal, count, isSaving, set, save } = useMembership(member);
  return (
    <FormDialog
      title={t("team.permissions.title", { name: member.name })}
      onClose={onClose}
      confirmLabel={t("common.save")}
      onSubmit={() => void save().then((isSaved) => isSaved && onClose())}
      isPending={isSaving}
      isDisabled={count === 0}
      isChanged={count > 0}
      refusal={refusal}
    >
      <PermissionsForm member={member} place={place} giver={giver} onChange={set} isDisabled={isSaving} />
    </FormDialog>
  );
}
