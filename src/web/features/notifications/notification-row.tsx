import { Circle, CircleDot, Trash2 } from "lucide-react";
import { useRef } from "react";
import type { Notification } from "#contract/notifications.ts";
import { useText } from "#web/lib/use-text.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
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

/** One notification: choosing it, opening it, and what else can be done with it. */
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
        "group/row flex items-start gap-1 rounded-md transition-colors max-md:-mx-2",
        isChosen ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      {/* The box tells that it was ticked, not how: whether Shift was held is seen on its way there. */}
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
            <span className={cx("own-direction min-w-0 flex-1 text-sm", !is_read && "font-strong")}>
              {title}
              {!is_read && (
                <>
                  <span
                    aria-hidden
                    className="ms-2 inline-block size-2 rounded-full bg-accent align-middle"
                  />
                  <span className="sr-only">({t("notifications.unread")})</span>
                </>
              )}
            </span>
            <Moment at={created_at} />
          </span>
          <span className="own-direction mt-0.5 block text-sm break-words text-ink-muted">{message}</span>
        </span>
      </Opener>
      <span className="flex shrink-0 items-center py-2.5 pe-1.5 max-md:flex-col max-md:py-1 md:opacity-0 md:group-focus-within/row:opacity-100 md:group-hover/row:opacity-100 touch:opacity-100">
        <IconButton
          icon={is_read ? CircleDot : Circle}
          label={t(is_read ? "notifications.list.mark_unread_named" : "notifications.list.mark_read_named", {
            title,
          })}
          onPress={() => onRead(!is_read)}
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
    </li>
  );
}
