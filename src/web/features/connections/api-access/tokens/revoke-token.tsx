import { useState } from "react";
import type { ApiToken } from "#contract/api-access.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useRevokeToken } from "../api-access.queries.ts";

export function RevokeToken({ token: { id, name }, onClose }: { token: ApiToken; onClose: () => void }) {
  const t = useText();
  const revoke = useRevokeToken();
  const [refusal, setRefusal] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    try {
      await revoke.mutateAsync(id);
      showToast({ tone: "ok", title: t("api_access.tokens.revoked", { name }) });
      onClose();
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  }

  return (
    <ConfirmDialog
      title={t("api_access.tokens.revoke_title", { name })}
      confirmLabel={t("api_access.tokens.revoke_do")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isDestructive
      isPending={revoke.isPending}
    >
      {refusal !== null && (
        <Banner tone="bad" className="mb-4">
          {refusal}
        </Banner>
      )}
      {t("api_access.tokens.revoke_text")}
    </ConfirmDialog>
  );
}
