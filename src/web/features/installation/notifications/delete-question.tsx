import { limits } from "#contract/limits.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { useChangeNotifications } from "./notifications.queries.ts";

/** The notifications to delete: some, one by its title, or all read ones. */
export type Deletion = { readonly ids: readonly number[]; readonly title?: string } | "read";

/** Asks before a permanent deletion. */
export function DeleteQuestion({ deletion, onClose }: { deletion: Deletion; onClose: () => void }) {
  const t = useText();
  const remove = useChangeNotifications();
  const isRead = deletion === "read";
  const isOne = !isRead && deletion.title !== undefined;

  const change = async () => {
    const { changed } = await remove.mutateAsync({
      change: isRead ? { do: "delete-read" } : { do: "delete", ids: deletion.ids },
      isBulk: !isOne,
    });
    if (!isOne)
      showToast({ tone: "ok", title: t("notifications.delete.done", { count: changed }) }, limits.toast.form);
  };

  return (
    <DeleteDialog
      title={questionOf(deletion, t)}
      confirmLabel={t("common.delete")}
      done=""
      onDelete={change}
      // Reported or logged where it happened.
      onFailure={() => undefined}
      onClose={onClose}
    >
      {t(
        isRead
          ? "notifications.delete.read_text"
          : deletion.ids.length === 1
            ? "notifications.delete.text"
            : "notifications.delete.text_many",
      )}
    </DeleteDialog>
  );
}

function questionOf(deletion: Deletion, t: ReturnType<typeof useText>): string {
  if (deletion === "read") return t("notifications.delete.read_title");
  return deletion.title === undefined
    ? t("notifications.delete.title", { count: deletion.ids.length })
    : t("notifications.delete.title_named", { title: deletion.title });
}
