import { Check, CheckCheck, RotateCcw, Star } from "lucide-react";
import type { Message } from "#contract/messages.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useRestore } from "./inbox.changes.ts";
import { MessageMenu } from "./message-menu.tsx";
import { MessageText } from "./message-text.tsx";

export interface MessageItemProps {
  message: Message;
  mine: boolean;
  isHighlighted: boolean;
  selected: ReadonlySet<number> | null;
  onSelect: (selected: ReadonlySet<number> | null) => void;
  onLeaveUnread: (ids: readonly number[]) => void;
}

/** One message: its text, time, read status, star and actions. */
export function MessageItem({
  message,
  mine,
  isHighlighted,
  selected,
  onSelect,
  onLeaveUnread,
}: MessageItemProps) {
  const t = useText();
  const format = useFormat();
  const time = format.date(message.created_at, "time");
  const toggle = (isOn: boolean) => {
    const next = new Set(selected ?? []);
    if (isOn) next.add(message.id);
    else next.delete(message.id);
    onSelect(next);
  };
  return (
    <article
      data-message={message.id}
      {...(isHighlighted && { "aria-current": "true" as const })}
      className={cx("group flex w-full items-center gap-1.5", mine && "flex-row-reverse")}
    >
      {selected !== null && (
        <Checkbox
          aria-label={t("messages.message.selected", { time })}
          isSelected={selected.has(message.id)}
          onChange={toggle}
          className="mx-1 shrink-0"
        />
      )}
      <div
        className={cx(
          "min-w-0 max-w-[min(85%,38rem)] rounded-lg px-3.5 py-2 transition-shadow duration-300",
          mine ? "rounded-ee-sm bg-accent-soft" : "rounded-es-sm bg-sunken",
          message.is_deleted && "opacity-70 outline-1 outline-dashed outline-line-strong",
          isHighlighted && "shadow-[0_0_0_2px_var(--accent-text)]",
          selected?.has(message.id) === true && "shadow-[0_0_0_2px_var(--accent-text)]",
        )}
      >
        <MessageText text={message.content} />
        <p className="mt-1 flex items-center justify-end gap-1.5 text-xs text-ink-muted">
          {message.is_deleted && <span>{t("messages.message.deleted")}</span>}
          {message.starred && (
            <>
              <Icon of={Star} size="sm" className="size-3.5 fill-warn text-warn" />
              <span className="sr-only">{t("messages.message.starred")}</span>
            </>
          )}
          <time dateTime={message.created_at} title={format.date(message.created_at, "moment")}>
            {time}
          </time>
          {mine && <Receipt isRead={message.is_read} />}
        </p>
      </div>
      {message.is_deleted ? (
        <Restore id={message.id} />
      ) : (
        selected === null && (
          <MessageMenu
            message={message}
            time={time}
            onSelect={() => onSelect(new Set([message.id]))}
            onLeaveUnread={() => onLeaveUnread([message.id])}
          />
        )
      )}
    </article>
  );
}

function Receipt({ isRead }: { isRead: boolean }) {
  const t = useText();
  const text = t(isRead ? "messages.message.read" : "messages.message.sent");
  return (
    <span title={text} className={isRead ? "text-accent-text" : ""}>
      <Icon of={isRead ? CheckCheck : Check} size="sm" className="size-3.5" />
      <span className="sr-only">{text}</span>
    </span>
  );
}

function Restore({ id }: { id: number }) {
  const t = useText();
  const restore = useRestore();
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={RotateCcw}
      isPending={restore.isPending}
      onPress={() => restore.mutate([id])}
    >
      {t("messages.message.restore")}
    </Button>
  );
}
