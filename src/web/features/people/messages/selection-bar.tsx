import { MailPlus, RotateCcw, Star, Trash2, X } from "lucide-react";
import type { Message } from "#contract/messages.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useDelete, useMarkRead, useRestore, useStar } from "./inbox.changes.ts";

/** Actions for all selected messages; replaces the composer. */
export function SelectionBar({ messages, onEnd }: { messages: readonly Message[]; onEnd: () => void }) {
  const t = useText();
  const { id: me } = useSignedInUser();
  const star = useStar();
  const mark = useMarkRead();
  const remove = useDelete();
  const restore = useRestore();
  const ids = (of: readonly Message[]) => of.map(({ id }) => id);
  const read = messages.filter(({ recipient_id, is_read }) => recipient_id === me && is_read);
  const deleted = messages.filter(({ is_deleted }) => is_deleted);
  const kept = messages.filter(({ is_deleted }) => !is_deleted);
  return (
    <div
      role="toolbar"
      aria-label={t("messages.selection.label")}
      className="flex h-15 shrink-0 items-center gap-1 border-t border-line px-3"
    >
      <IconButton icon={X} label={t("messages.selection.end")} onPress={onEnd} className="touch:size-11" />
      <output className="min-w-0 flex-1 truncate px-1 font-strong tabular-nums">
        {t("messages.selection.count", { count: messages.length })}
      </output>
      <IconButton
        icon={Star}
        label={t("messages.selection.star")}
        isDisabled={kept.length === 0}
        onPress={() => star.mutate({ ids: ids(kept), starred: true }, { onSuccess: onEnd })}
        className="touch:size-11"
      />
      <IconButton
        icon={MailPlus}
        label={t("messages.selection.mark_unread")}
        isDisabled={read.length === 0}
        onPress={() => mark.mutate({ ids: ids(read), isRead: false }, { onSuccess: onEnd })}
        className="touch:size-11"
      />
      {deleted.length > 0 && (
        <IconButton
          icon={RotateCcw}
          label={t("messages.selection.restore")}
          onPress={() => restore.mutate(ids(deleted), { onSuccess: onEnd })}
          className="touch:size-11"
        />
      )}
      <IconButton
        icon={Trash2}
        label={t("messages.selection.delete")}
        isDisabled={kept.length === 0}
        onPress={() => remove.mutate(ids(kept), { onSuccess: onEnd })}
        className="text-bad-text touch:size-11"
      />
    </div>
  );
}
