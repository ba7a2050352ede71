import { useState } from "react";
import { call } from "#web/lib/client.ts";
import { leave } from "#web/lib/leave.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { forgetSession } from "./session-end.ts";

/** Ends the session; the person is taken to /login even when the server cannot be told. */
export function LogoutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText();
  const [isPending, setIsPending] = useState(false);

  async function logout(): Promise<void> {
    setIsPending(true);
    await call("POST /api/logout", {}, { toast: false }).catch(() => undefined);
    forgetSession();
    leave("/login?logged_out=true");
  }

  return (
    <ConfirmDialog
      title={t("shell.logout.title")}
      confirmLabel={t("shell.logout.confirm")}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void logout()}
      isPending={isPending}
    >
      {t("shell.logout.text")}
    </ConfirmDialog>
  );
}
