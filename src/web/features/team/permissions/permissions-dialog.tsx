import { useId } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PermissionsForm } from "./permissions-form.tsx";
import type { MemberDialogProps } from "./role-dialog.tsx";
import { usePlace } from "./use-place.ts";

export function PermissionsDialog({ member, giver, onClose }: MemberDialogProps) {
  const t = useText();
  const form = useId();
  const { place, refusal, count, isSaving, set, save } = usePlace(member);
  return (
    <Modal
      title={t("team.permissions.title", { name: member.name })}
      isOpen
      onClose={onClose}
      isDismissable={!isSaving && count === 0}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isSaving}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" isDisabled={count === 0} isPending={isSaving}>
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
          if (count > 0 && !isSaving) void save().then((isSaved) => isSaved && onClose());
        }}
      >
        {refusal !== null && (
          <Banner tone="bad" className="mb-5">
            {refusal}
          </Banner>
        )}
        <PermissionsForm member={member} place={place} giver={giver} onChange={set} isDisabled={isSaving} />
      </form>
    </Modal>
  );
}
