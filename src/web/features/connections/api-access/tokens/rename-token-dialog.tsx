import type { ApiToken } from "#contract/api-access.ts";
import { fieldError } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { RenameDialog } from "#web/ui/rename-dialog.tsx";
import { useRenameToken } from "../api-access.queries.ts";

export function RenameTokenDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const t = useText();
  const { mutateAsync, isPending, error } = useRenameToken();
  return (
    <RenameDialog
      title={t("api_access.tokens.rename_title", { name: token.name })}
      label={t("api_access.make.name")}
      name={token.name}
      emptyText={t("api_access.name_required")}
      rename={(name) => mutateAsync({ id: token.id, name })}
      isPending={isPending}
      refusal={error}
      nameRefusal={fieldError(error, "name", t)}
      onClose={onClose}
    />
  );
}
