import { Copy, EllipsisVertical, MailPlus, SquareCheck, Star, StarOff, Trash2 } from "lucide-react";
import type { Message } from "#contract/messages.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { useDelete, useStar } from "./inbox.changes.ts";

export interface MessageMenuProps {
  message: Message;
  /** Distinguishes the menus of a conversation. */
  time: string;
  onSelect: () => void;
  onLeaveUnread: () => void;
}

/** Actions on a message. Hidden until hover; always visible on touch screens. */
export function MessageMenu({ message, time, onSelect, onLeaveUnread }: MessageMenuProps) {
  const t = useText();
  const { id: me, is_demo } = useSignedInUser();
  const star = useStar();
  const remove = useDelete();
  const { id, starred } = message;
  const copy = async () => {
    await navigator.clipboard.writeText(message.content);
    showToast({ tone: "ok", title: t("messages.message.copied") });
  };
  const label = t("messages.message.actions", { time });
  return (
    <span className="shrink-0 opacity-0 transition-opacity group-hover:opacity-100 focus-within:opacity-100 has-aria-expanded:opacity-100 touch:opacity-60">
      <Menu
        label={label}
        trigger={<IconButton icon={EllipsisVertical} label={label} hasTooltip={false} size="sm" />}
      >
        {!is_demo && (
          <MenuItem
            icon={starred ? StarOff : Star}
            label={t(starred ? "messages.message.unstar" : "messages.message.star")}
            onAction={() => star.mutate({ ids: [id], starred: !starred })}
          />
        )}
        {message.recipient_id === me && message.is_read && (
          <MenuItem icon={MailPlus} label={t("messages.message.mark_unread")} onAction={onLeaveUnread} />
        )}
        <MenuItem icon={Copy} label={t("messages.message.copy")} onAction={() => void copy()} />
        {!is_demo && (
          <>
            <MenuItem icon={SquareCheck} label={t("messages.message.select")} onAction={onSelect} />
            <MenuSeparator />
            <MenuItem
              icon={Trash2}
              isDestructive
              label={t("messages.message.delete")}
              onAction={() => remove.mutate([id])}
            />
          </>
        )}
      </Menu>
    </span>
  );
}
