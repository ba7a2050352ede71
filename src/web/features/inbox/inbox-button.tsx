import { Mail } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useSettings, useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUnread } from "./inbox.queries.ts";
import { LATEST, nameOf } from "./messages.ts";
import { useLiveInbox } from "./use-live-inbox.ts";

const Panel = lazy(async () => ({ default: (await import("./inbox-panel.tsx")).InboxPanel }));

/** The envelope of the header with the number of unread messages, and the newest of them below it; on phones a sheet. */
export function InboxButton({ className = "" }: { className?: string }) {
  const t = useText();
  const isMobile = useIsMobile();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const { id } = useSignedInUser();
  const site = useSettings()?.website_name ?? "";
  const unread = useUnread() ?? 0;
  const writer = useLiveInbox(id);
  const label = unread === 0 ? t("inbox.button") : t("inbox.button_unread", { count: unread });
  const content = (close: () => void) => (
    <Suspense fallback={<Skeleton className="m-4 h-40" />}>
      <Panel close={close} isSheet={isMobile} />
    </Suspense>
  );
  return (
    <span className="relative inline-flex">
      {isMobile ? (
        <IconButton
          icon={Mail}
          label={label}
          aria-haspopup="dialog"
          aria-expanded={isSheetOpen}
          onPress={() => setIsSheetOpen(true)}
          className={className}
        />
      ) : (
        <Popover
          trigger={<IconButton icon={Mail} label={label} className={className} />}
          label={t("inbox.title")}
          placement="bottom end"
          className="w-105 max-w-full p-0!"
        >
          {content}
        </Popover>
      )}
      <Badge
        count={unread}
        max={LATEST}
        tone="bad"
        className="pointer-events-none absolute -end-0.5 -top-0.5 ring-2 ring-canvas"
      />
      <output className="sr-only">
        {writer !== undefined && t("inbox.arrived", { name: nameOf(writer, site) })}
      </output>
      {isMobile && (
        <Modal title={t("inbox.title")} isOpen={isSheetOpen} onClose={() => setIsSheetOpen(false)} size="sm">
          {content(() => setIsSheetOpen(false))}
        </Modal>
      )}
    </span>
  );
}
