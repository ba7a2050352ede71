import { useState } from "react";
import type { Webhook } from "#contract/webhooks.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { useNewSecret } from "./webhooks.queries.ts";

export interface SecretDialogProps {
  /** The secret that was just created. */
  secret: string | null;
  /** Asks first whether to replace this webhook's secret. */
  webhook: Webhook | null;
  onClose: () => void;
}

/** Shows a secret the only time. */
export function SecretDialog({ secret, webhook, onClose }: SecretDialogProps) {
  const t = useText();
  const renew = useNewSecret();
  const [made, setMade] = useState(secret);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function replace(id: number): Promise<void> {
    try {
      setMade((await renew.mutateAsync(id)).secret);
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  }

  if (made === null && webhook !== null)
    return (
      <ConfirmDialog
        title={t("webhooks.renew_title")}
        confirmLabel={t("webhooks.renew_do")}
        isOpen
        onClose={onClose}
        onConfirm={() => void replace(webhook.id)}
        isPending={renew.isPending}
      >
        {refusal !== null && (
          <Banner tone="bad" className="mb-4">
            {refusal}
          </Banner>
        )}
        {t("webhooks.renew_text")}
      </ConfirmDialog>
    );
  return (
    <Modal
      title={t("webhooks.secret_title")}
      isOpen
      onClose={onClose}
      // An accidental click outside would lose the secret, which is shown only once.
      isDismissable={false}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t("webhooks.secret_kept")}
        </Button>
      }
    >
      <p className="text-ink-muted">{t("webhooks.secret_text")}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <code
          dir="ltr"
          className="min-w-0 flex-1 basis-60 rounded-md bg-sunken px-3 py-2.5 text-sm break-all select-all"
        >
          {made}
        </code>
        <CopyButton text={made ?? ""} />
      </div>
    </Modal>
  );
}
