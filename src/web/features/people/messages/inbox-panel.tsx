import { CheckCheck, MailOpen } from "lucide-react";
import type { Message } from "#contract/messages.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useMarkAllRead } from "./inbox.changes.ts";
import { useLatest } from "./inbox.queries.ts";
import { InboxFailure } from "./inbox-failure.tsx";
import { nameOf } from "./messages.ts";
import { When } from "./when.tsx";

/** The newest unread messages, and the link to all. */
export function InboxPanel({ close, isSheet }: { close: () => void; isSheet: boolean }) {
  const t = useText();
  const latest = useLatest();
  const markAllRead = useMarkAllRead();
  const messages = latest.data ?? [];
  return (
    <div className={isSheet ? "-mx-5 -mb-5 flex flex-col" : "flex max-h-[min(36rem,80dvh)] flex-col"}>
      <div className="flex items-center gap-3 py-2.5 ps-4 pe-2.5 empty:hidden">
        {!isSheet && <h2 className="flex-1 font-strong">{t("messages.title")}</h2>}
        {messages.length > 0 && (
          <Button
            size="sm"
            variant="quiet"
            icon={CheckCheck}
            isPending={markAllRead.isPending}
            onPress={() => markAllRead.mutate(messages[0]?.id)}
          >
            {t("messages.mark_all_read")}
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto border-y border-line">
        {latest.isPending ? (
          <Waiting />
        ) : latest.isError ? (
          <InboxFailure error={latest.error} onRetry={() => void latest.refetch()} />
        ) : messages.length === 0 ? (
          <EmptyState icon={MailOpen} title={t("messages.none")} className="py-10" />
        ) : (
          <ul className="p-1">
            {messages.map((message) => (
              <li key={message.id}>
                <Entry message={message} close={close} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Link
        href="/inbox"
        look="plain"
        onPress={close}
        className="rounded-b-lg py-3 text-center font-strong text-accent-text hover:bg-hover"
      >
        {t("messages.see_all")}
      </Link>
    </div>
  );
}

function Entry({ message, close }: { message: Message; close: () => void }) {
  const site = useSettings()?.website_name ?? "";
  const name = nameOf(message.sender, site);
  return (
    <Link
      href={`/inbox/${message.id}`}
      look="plain"
      onPress={close}
      className="flex gap-3 rounded-md px-3 py-2.5 text-ink no-underline hover:bg-hover pressed:bg-press"
    >
      <Avatar name={name} picture={message.sender?.avatar ?? null} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span className="own-direction min-w-0 flex-1 truncate font-strong">{name}</span>
          <When at={message.created_at} className="shrink-0 text-xs text-ink-muted" />
        </span>
        <span className="own-direction line-clamp-2 text-ink-muted">{message.content}</span>
      </span>
    </Link>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-4 p-4">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-9 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
