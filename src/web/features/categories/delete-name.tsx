import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { type NameKind, type NameRow, useRemoveName } from "./categories.queries.ts";
import { kindTexts } from "./texts.ts";

/** Names the thing and says how many projects lose it. */
export function DeleteName({ kind, row, onClose }: { kind: NameKind; row: NameRow; onClose: () => void }) {
  const t = useText();
  const remove = useRemoveName(kind);
  const confirm = () =>
    remove.mutate(row.id, {
      onSuccess: () => showToast({ tone: "ok", title: t("categories.deleted", { name: row.name }) }),
      onError: (error) => showFailure(error, t),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      title={t(kindTexts[kind].question, { name: row.name })}
      confirmLabel={t("categories.delete_confirm")}
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      isDestructive
      isPending={remove.isPending}
    >
      {t("categories.delete_text", { count: row.project_count })}
    </ConfirmDialog>
  );
}
