import type { OwnerReportSettings } from "#contract/owner-reports.ts";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useReportChanges } from "./owner-reports.queries.ts";

export { SettingsDialog } from "./settings-dialog.tsx";

interface SendDialogProps {
  project: number;
  settings: OwnerReportSettings;
  onClose: () => void;
  onSent?: () => void;
}

/** Asks before the report leaves to its recipients. */
export function SendDialog({ project, settings, onClose, onSent }: SendDialogProps) {
  const t = useText();
  const { send } = useReportChanges(project);
  const count = settings.recipients.filter(({ unsubscribed_at }) => unsubscribed_at === null).length;
  const isLimited = send.error instanceof ApiError && send.error.code === "RATE_LIMITED";
  return (
    <ConfirmDialog
      title={t("owner_reports.screen.send_title")}
      confirmLabel={t("owner_reports.screen.send_now")}
      isOpen
      isPending={send.isPending}
      onClose={onClose}
      onConfirm={() =>
        send.mutate(undefined, {
          onSuccess: () => {
            showToast({ tone: "ok", title: t("owner_reports.screen.sending") });
            onClose();
            onSent?.();
          },
        })
      }
    >
      <p>{t("owner_reports.screen.send_text", { count })}</p>
      {send.isError && (
        <p role="alert" className="mt-3 text-sm text-bad-text">
          {isLimited ? t("owner_reports.screen.limit") : errorText(send.error, t)}
        </p>
      )}
    </ConfirmDialog>
  );
}

interface RevokeDialogProps {
  project: number;
  delivery: number;
  name: string;
  onClose: () => void;
}

export function RevokeDialog({ project, delivery, name, onClose }: RevokeDialogProps) {
  const t = useText();
  const { revoke } = useReportChanges(project);
  return (
    <DeleteDialog
      title={t("owner_reports.screen.revoke_title", { name })}
      confirmLabel={t("owner_reports.screen.revoke")}
      done={t("owner_reports.screen.revoked")}
      onDelete={() => revoke.mutateAsync([delivery])}
      onClose={onClose}
    >
      {t("owner_reports.screen.revoke_text")}
    </DeleteDialog>
  );
}
