import { Mail } from "lucide-react";
import { lazy, Suspense } from "react";
import { useSettings, useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { PanelButton } from "#web/ui/panel-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUnread } from "./inbox.queries.ts";
import { LATEST, nameOf } from "./messages.ts";
import { useLiveInbox } from "./use-live-inbox.ts";

const Panel = lazy(async () => ({ default: (await import("./inbox-panel.tsx")).InboxPanel }));

/** The header's envelope with the number of unread messages, and a dropdown of the newest; on phones a sheet. */
export function InboxButton({ className = "" }: { className?: string }) {
  const t = useText();
  const { id } = useSignedInUser();
  const site = useSettings()?.website_name ?? "";
  const unread = useUnread() ?? 0;
  const writer = useLiveInbox(id);
  const label = unread === 0 ? t("messages.button") : t("messages.button_unread", { count: unread });
  return (
    <PanelButton
      icon={Mail}
      label={label}
      title={t("messages.title")}
      count={unread}
      max={LATEST}
      news={writer !== undefined && t("messages.arrived", { name: nameOf(writer, site) })}
      className={className}
    >
      {({ close, isSheet }) => (
        <Suspense fallback={<Skeleton className="m-4 h-40" />}>
          <Panel close={close} isSheet={isSheet} />
        </Suspense>
      )}
    </PanelButton>
  );
}
