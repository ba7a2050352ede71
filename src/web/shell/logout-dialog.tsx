import { useState } from "react";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useStore } from "#web/lib/store.ts";
import { uploadsUnderWay } from "#web/lib/uploads/pending-uploads.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { signOut } from "./session-end.ts";

const kept = later(() => import("./lock/kept-here.tsx"));
const choice = later(() => import("./outbox/choice-at-logout.tsx"));

/** Asks for confirmation, then ends the session. */
export function LogoutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText();
  const [isPending, setIsPending] = useState(false);
  const uploads = useStore(uploadsUnderWay);
  const Kept = useLater(kept, isOpen)?.KeptHere;
  const waiting = useWaitingActs().length;
  const [isDeleting, setIsDeleting] = useState(false);
  const Choice = useLater(choice, isOpen && waiting > 0)?.ChoiceAtLogout;

  function logout(): void {
    setIsPending(true);
    // Without its part the dialog has named nothing that is removed.
    void signOut({ isWarned: Kept !== undefined, forgetsActs: isDeleting });
  }

  return (
    <ConfirmDialog
      title={t("shell.logout.title")}
      confirmLabel={t("shell.logout.confirm")}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={logout}
      isPending={isPending}
    >
      {t("shell.logout.text")}
      {Kept && <Kept />}
      {uploads > 0 && <p className="mt-3 text-bad-text">{t("shell.logout.uploads", { count: uploads })}</p>}
      {waiting > 0 && (
        <>
          <p className="mt-3 text-warn-text">{t("shell.logout.waiting", { count: waiting })}</p>
          {Choice && <Choice isDeleting={isDeleting} onChange={setIsDeleting} />}
        </>
      )}
    </ConfirmDialog>
  );
}
