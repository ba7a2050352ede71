import { EllipsisVertical, MailOpen, MailPlus, Trash2 } from "lucide-react";
import { useRef } from "react";
import type { Notification } from "#contract/notifications.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useText } from "#web/lib/use-text.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Moment, Opener, TypeSign } from "./parts.tsx";

export interface NotificationRowProps {
  notification: Notification;
  isChosen: boolean;
  canDelete: boolean;
  onChoose: (isChosen: boolean, isRange: boolean) => void;
  onOpen: () => void;
  onRead: (isRead: boolean) => void;
  onDelete: () => void;
}

/** One notification: selecting it, opening it, and its other actions. */
export function NotificationRow({
  notification,
  isChosen,
  canDelete,
  onChoose,
  onOpen,
  onRead,
  onDelete,
}: NotificationRowProps) {
  const t = useText();
  const isRange = useRef(false);
  const { type, title, message, created_at, is_read } = notification;
  const note = ({ shiftKey }: { shiftKey: boolean }) => {
    isRange.current = shiftKey;
  };
  return (
    <li
      data-unread={is_read ? undefined : true}
      className={cx(
        "group/row relative flex items-start gap-1 rounded-md transition-colors max-md:-mx-2",
        isChosen ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      {/* The checkbox reports that it was ticked, not how: whether Shift was held is read in the capture phase. */}
      <span
        onPointerDownCapture={note}
        onKeyDownCapture={note}
        className="ps-2 pt-3 select-none touch:pt-1.5"
      >
        <Checkbox
          aria-label={t("notifications.list.select", { title })}
          isSelected={isChosen}
          onChange={(next) => onChoose(next, isRange.current)}
          className="p-1"
        />
      </span>
      <Opener
        notification={notification}
        onOpen={onOpen}
        className="flex min-w-0 flex-1 items-start gap-3 rounded-md py-3 ps-1 pe-2"
      >
        <TypeSign type={type} isQuiet={is_read} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className={cx("own-direction min-w-0 text-sm", !is_read && "font-strong")}>{title}</span>
            {!is_read && (
              <>
                <span aria-hidden className="size-2 shrink-0 self-center rounded-full bg-accent" />
                <span className="sr-only">({t("notifications.unread")})</span>
              </>
            )}
            <Moment
              at={created_at}
              className="ms-auto md:group-focus-within/row:invisible md:group-hover/row:invisible touch:visible!"
            />
          </span>
          <span className="own-direction mt-0.5 block text-sm break-words text-ink-muted">{message}</span>
        </span>
      </Opener>
      <RowActions {...{ notification, canDelete, onRead, onDelete }} />
    </li>
  );
}

type RowActionsProps = Pick<NotificationRowProps, "notification" | "canDelete" | "onRead" | "onDelete">;

/** With a mouse they appear on hover, in place of the time; on phones they are a menu. */
function RowActions({ notification: { is_read, title }, canDelete, onRead, onDelete }: RowActionsProps) {
  const t = useText();
  const isMobile = useIsMobile();
  const readIcon = is_read ? MailPlus : MailOpen;
  const turn = () => onRead(!is_read);
  if (isMobile) {
    const label = t("notifications.list.actions", { title });
    return (
      <Menu
        label={label}
        trigger={
          <IconButton icon={EllipsisVertical} label={label} hasTooltip={false} className="mt-1 size-11" />
        }
      >
        <MenuItem
          icon={readIcon}
          label={t(is_read ? "notifications.list.mark_unread" : "notifications.list.mark_read")}
          onAction={turn}
        />
        {canDelete && <MenuItem icon={Trash2} isDestructive label={t("common.delete")} onAction={onDelete} />}
      </Menu>
    );
  }
  return (
    <span className="absolute end-1.5 top-1.5 flex opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 touch:static touch:mt-1 touch:opacity-100">
      <IconButton
        icon={readIcon}
        label={t(is_read ? "notifications.list.mark_unread_named" : "notifications.list.mark_read_named", {
          title,
        })}
        onPress={turn}
        className="touch:size-11"
      />
      {canDelete && (
        <IconButton
          icon={Trash2}
          label={t("notifications.list.delete_named", { title })}
          onPress={onDelete}
          className="touch:size-11"
        />
      )}
    </span>
  );
}
