import { useState } from "react";
import type { Role } from "#contract/auth.ts";
import { useText } from "#web/lib/use-text.ts";
import { Select } from "#web/ui/select.tsx";
import { roles } from "../list-state.ts";
import { ChoiceDialog, type ChoiceDialogProps } from "./choice-dialog.tsx";

export interface RoleDialogProps extends Omit<ChoiceDialogProps, "confirmLabel"> {
  onChoose: (role: Role) => void;
}

/** One role for several users. */
export function RoleDialog({ onChoose, ...dialog }: RoleDialogProps) {
  const t = useText();
  const [role, setRole] = useState<Role | null>(null);
  return (
    <ChoiceDialog
      {...dialog}
      confirmLabel={t("users.bulk.role")}
      onConfirm={role === null ? undefined : () => onChoose(role)}
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
    </ChoiceDialog>
  );
}
