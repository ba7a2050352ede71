import { Mail } from "lucide-react";
import { lazy, Suspense } from "react";
import { useSettings, useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUnread } from "./inbox.queries.ts";
import { LATEST, nameOf } from "./messages.ts";
import { useLiveInbox } from "./use-live-inbox.ts";

const Panel = lazy(async () => ({ default: (await import("./inbox-panel.tsx")).InboxPanel }));

/** The envelope of the header: how many messages are unread, and the newest of them when it is pressed. */
export function InboxButton({ className }: { className?: string }) {
  const t = useText();
  const { id } = useSignedInUser();
  const site = useSettings()?.website_name ?? "";
  const unread = useUnread() ?? 0;
  const writer = useLiveInbox(id);
  return (
    <span className="relative inline-flex">
      <Popover
        label={t("inbox.title")}
        placement="bottom end"
        className="w-96 max-w-full p-0"
        trigger={
          <IconButton
            icon={Mail}
            label={unread === 0 ? t("inbox.button") : t("inbox.button_unread", { count: unread })}
            {...(className !== undefined && { className })}
          />
        }
      >
        {(close) => (
          <Suspense fallback={<Skeleton className="m-4 h-40" />}>
            <Panel close={close} />
          </Suspense>
        )}
      </Popover>
      <Badge
        count={unread}
        max={LATEST}
        tone="bad"
        className={cx("pointer-events-none absolute -end-1 -top-0.5")}
      />
      <output className="sr-only">
        {writer !== undefined && t("inbox.arrived", { name: nameOf(writer, site) })}
      </output>
    </span>
  );
}
