import { Star } from "lucide-react";
import type { Conversation } from "#contract/messages.ts";
import { useSettings, useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { isMine, nameOf } from "./messages.ts";
import { SiteMark } from "./site-mark.tsx";
import { When } from "./when.tsx";

export interface ConversationRowProps {
  conversation: Conversation;
  href: string;
  isOpen: boolean;
}

/** One conversation: its person, the last message, its time, and the number of unread ones. */
export function ConversationRow({ conversation, href, isOpen }: ConversationRowProps) {
  const t = useText();
  const { id } = useSignedInUser();
  const site = useSettings()?.website_name ?? "";
  const { person, last, unread } = conversation;
  const name = nameOf(person, site);
  return (
    <Link
      href={href}
      look="plain"
      {...(isOpen && { "aria-current": "page" })}
      className={cx(
        "flex items-center gap-3 rounded-md px-2.5 py-2.5 text-ink no-underline transition-colors",
        isOpen ? "bg-accent-soft" : "hover:bg-hover pressed:bg-press",
      )}
    >
      {person === null ? <SiteMark /> : <Avatar name={name} picture={person.avatar} size="md" />}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={cx("own-direction min-w-0 flex-1 truncate", unread > 0 && "font-strong")}>
            {name}
          </span>
          {last.starred && (
            <>
              <Icon of={Star} size="sm" className="self-center fill-warn text-warn" />
              <span className="sr-only">{t("messages.message.starred")}</span>
            </>
          )}
          <When
            at={last.created_at}
            className={cx("shrink-0 text-xs", unread > 0 ? "font-strong text-accent-text" : "text-ink-muted")}
          />
        </span>
        <span className="flex items-center gap-2">
          <span
            className={cx(
              "own-direction min-w-0 flex-1 truncate",
              unread > 0 ? "text-ink" : "text-ink-muted",
              last.is_deleted && "line-through",
            )}
          >
            {isMine(last, id) ? (
              <>
                {t("messages.you")} <bdi>{last.content}</bdi>
              </>
            ) : (
              last.content
            )}
          </span>
          <Badge count={unread} />
          {unread > 0 && <span className="sr-only">{t("messages.unread")}</span>}
        </span>
      </span>
    </Link>
  );
}

export function ConversationRowSkeleton({ count }: { count: number }) {
  return (
    <div className="flex flex-col gap-5 p-4">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-9 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-4 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
