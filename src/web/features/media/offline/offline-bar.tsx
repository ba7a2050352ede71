import { useQueryClient } from "@tanstack/react-query";
import { CloudOff, CloudUpload } from "lucide-react";
import { useCallback, useState, useSyncExternalStore } from "react";
import { checkConnection } from "#web/lib/connectivity.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";

/** Says that the displayed data is not current, and how old it is, while the user continues without a connection. */
export function OfflineBar() {
  const t = useText();
  const format = useFormat();
  const { oldest, isMissing } = useAge();
  const waiting = useWaitingActs().length;
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    setIsAsking(true);
    await checkConnection();
    setIsAsking(false);
  };
  return (
    <aside
      // Its space below the page is left by the layout.
      data-offline
      aria-label={t("offline.title")}
      data-bottom-bar
      className="anim-rise-in fixed inset-x-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-30 mx-auto flex max-w-160 items-center gap-3 rounded-lg bg-raised py-2 ps-4 pe-2 text-sm shadow-float md:bottom-4"
    >
      <Icon of={CloudOff} className="text-warn-text" />
      <output className="min-w-0 flex-1">
        <span className="font-strong">{t("offline.bar.title")}</span>{" "}
        <span className="text-ink-muted">
          {isMissing
            ? t("offline.bar.missing")
            : oldest > 0 && `· ${t("offline.bar.loaded", { ago: format.ago(new Date(oldest)) })}`}
        </span>
        {isMissing && (
          <>
            {" "}
            <Link href="/offline">{t("offline.copies.bar_link")}</Link>
          </>
        )}
      </output>
      {waiting > 0 && (
        <Link
          href="/waiting"
          look={{ size: "sm" }}
          aria-label={t("offline.waiting.count", { count: waiting })}
        >
          <Icon of={CloudUpload} size="sm" />
          <span className="tabular-nums">{waiting}</span>
        </Link>
      )}
      <Button size="sm" isPending={isAsking} onPress={() => void ask()}>
        {t("offline.retry")}
      </Button>
    </aside>
  );
}

const halfMinute = 30_000;

/** Age of the displayed data: when the oldest of it was loaded, and whether something was never loaded at all. */
function useAge(): { oldest: number; isMissing: boolean } {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (changed: () => void) => {
      const timer = setInterval(changed, halfMinute);
      const stop = cache.subscribe(changed);
      return () => {
        clearInterval(timer);
        stop();
      };
    },
    [cache],
  );
  // The minute is part of the snapshot, so that the age is updated while nothing else changes.
  const seen = useSyncExternalStore(subscribe, () => {
    const active = cache.findAll({ type: "active" }).map(({ state }) => state);
    const times = active.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0);
    const isMissing = active.some(({ data }) => data === undefined);
    const minute = Math.floor(Date.now() / halfMinute);
    return `${times.length === 0 ? 0 : Math.min(...times)} ${isMissing} ${minute}`;
  });
  const [oldest, isMissing] = seen.split(" ");
  return { oldest: Number(oldest), isMissing: isMissing === "true" };
}
