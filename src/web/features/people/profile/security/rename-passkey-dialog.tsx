import type { Passkey } from "#contract/passkeys.ts";
import { useText } from "#web/lib/use-text.ts";
import { RenameDialog } from "#web/ui/rename-dialog.tsx";
import { refusedAt } from "./refused.ts";
import { useRefreshSecurity, useRenamePasskey } from "./security.queries.ts";

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useText();
  const { mutateAsync, isPending, error } = useRenamePasskey();
  const refresh = useRefreshSecurity();
  const close = () => {
    onClose();
    void refresh();
  };
  return (
    <RenameDialog
      title={t("profile.security.rename_passkey", { name: passkey.name })}
      label={t("profile.security.passkey_name")}
      name={passkey.name}
      emptyText={t("passkeys.name_required")}
      rename={(name) => mutateAsync({ id: passkey.id, name })}
      isPending={isPending}
      refusal={error}
      nameRefusal={refusedAt(error, "name", [], t)}
      onClose={close}
    />
  );
}
