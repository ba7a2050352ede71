import { type ReactNode, useState } from "react";
import { failureTitle } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useDisconnect } from "../connection.ts";
import { failureText } from "../failure.ts";

/** Confirms that the connection is to be removed. Links are kept. */
export function useDisconnectAsked(): { ask: () => void; dialog: ReactNode } {
  const t = useText();
  const disconnect = useDisconnect();
  const [isOpen, setIsOpen] = useState(false);
  const forget = () =>
    disconnect.mutate(undefined, {
      onSuccess: () => showToast({ tone: "ok", title: t("autodesk.disconnect.done") }),
      onError: (error) =>
        showToast({
          tone: "bad",
          title: failureTitle(error, t),
          text: failureText(error, "errors.failed.autodesk_logout", t),
        }),
      onSettled: () => setIsOpen(false),
    });
  return {
    ask: () => setIsOpen(true),
    dialog: (
      <ConfirmDialog
        title={t("autodesk.disconnect.title")}
        confirmLabel={t("autodesk.disconnect.act")}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={forget}
        isPending={disconnect.isPending}
        isDestructive
      >
        {t("autodesk.disconnect.text")}
      </ConfirmDialog>
    ),
  };
}
