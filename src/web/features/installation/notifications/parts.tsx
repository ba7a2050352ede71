import type { ReactNode } from "react";
import type { Notification } from "#contract/notifications.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { useFollow } from "#web/shell/use-follow.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { softTone } from "#web/ui/tone.ts";
import { linkOf, lookOf } from "./notification.ts";

/** The icon of a notification's type, in its colour and with its name. */
export function TypeSign({ type, isQuiet = false }: { type: string; isQuiet?: boolean }) {
  const t = useText();
  const look = lookOf(type);
  return (
    <span
      data-type={look.type}
      className={cx(
        "flex size-8 shrink-0 items-center justify-center rounded-full",
        isQuiet ? softTone.neutral : softTone[look.tone],
      )}
    >
      <Icon of={look.icon} size="sm" />
      <span className="sr-only">{t(`notifications.types.${look.type}`)}: </span>
    </span>
  );
}

/** Relative time; the exact time as its title. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const format = useFormat();
  return (
    <time
      dateTime={at}
      title={format.date(at, "moment")}
      className={cx("shrink-0 text-xs text-ink-muted", className)}
    >
      {format.ago(at)}
    </time>
  );
}

export interface OpenerProps {
  notification: Notification;
  onOpen: () => void;
  /** Called on navigation: overlays close. */
  onLeave?: () => void;
  children: ReactNode;
  className?: string;
}

/** The clickable part: a link that opens in this tab, or, where there is nothing to open, a button. */
export function Opener({ notification, onOpen, onLeave, children, className }: OpenerProps) {
  const follow = useFollow();
  const link = linkOf(notification);
  const look = cx("text-start", className);
  if (link === null)
    return (
      <button type="button" data-opener onClick={onOpen} className={cx(look, "cursor-default")}>
        {children}
      </button>
    );
  return (
    // The middle button opens it as well, without a click.
    <a
      href={link}
      data-opener
      onClick={(event) => {
        onOpen();
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onLeave?.();
        follow(link);
      }}
      onAuxClick={({ button }) => button === 1 && onOpen()}
      className={cx(look, "text-ink no-underline")}
    >
      {children}
    </a>
  );
}
