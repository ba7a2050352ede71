import { useBlocker } from "@tanstack/react-router";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

export interface LeaveGuardProps {
  /** Whether leaving would lose changes. */
  isOn: boolean;
  /** The record the unsaved changes belong to. */
  name: string;
}

/** Asks for confirmation before unsaved changes are lost: by a link, by Back, by closing the tab. */
export function LeaveGuard({ isOn, name }: LeaveGuardProps) {
  const t = useText();
  const blocker = useBlocker({
    // Another part of the same screen keeps the edits.
    shouldBlockFn: ({ current, next }) => isOn && current.pathname !== next.pathname,
    enableBeforeUnload: () => isOn,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      title={t("common.leave_title")}
      confirmLabel={t("common.leave")}
      isOpen={blocker.status === "blocked"}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      isDestructive
    >
      {t("common.leave_text", { name })}
    </ConfirmDialog>
  );
}
