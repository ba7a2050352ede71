import { useState } from "react";
import type { Role } from "#contract/auth.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { roles } from "../list-state.ts";

export interface RoleDialogProps {
  title: string;
  isPending: boolean;
  onChoose: (role: Role) => void;
  onClose: () => void;
}

/** One role for several people. */
export function RoleDialog({ title, isPending, onChoose, onClose }: RoleDialogProps) {
  const t = useText();
  const [role, setRole] = useState<Role | null>(null);
  return (
    <Modal
      title={title}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          <Button
            variant="primary"
            isPending={isPending}
            isDisabled={role === null}
            onPress={() => role !== null && onChoose(role)}
          >
            {t("users.bulk.role")}
          </Button>
        </>
      }
    >
      <Select
        label={t("users.role")}
        hint={t("users.bulk.role_hint")}
        value={role}
        onChange={setRole}
        options={roles.map((one) => ({
          value: one,
          label: t(`users.roles.${one}`),
          note: t(`users.role_notes.${one}`),
        }))}
      />
    </Modal>
  );
}
