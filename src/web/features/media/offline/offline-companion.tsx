import { type ComponentType, useEffect, useState } from "react";
import { isKeptPage } from "#web/lib/session.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import type { OfflinePartsProps } from "./offline-parts.tsx";

const pause = 5000;
/** Milliseconds after which a page counts as idle, whatever it does: a slow phone may be busy for long. */
const rest = 1000;

/** Mounted on every screen; its code is fetched when the page is idle, before it can be needed. */
export function OfflineCompanion(props: OfflinePartsProps) {
  const [Parts, setParts] = useState<ComponentType<OfflinePartsProps> | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const load = async () => {
      try {
        // The worker first: a visitor may view this page for three seconds and not return to it.
        const { startedWorker } = await import("./started-worker.ts");
        void startedWorker();
        const { OfflineParts } = await import("./offline-parts.tsx");
        if (!isGone) setParts(() => OfflineParts);
      } catch {
        if (!isGone) timer = setTimeout(() => void load(), pause);
      }
    };
    let cancel: (() => void) | undefined;
    if (isKeptPage) void load();
    else cancel = whenIdle(() => void load(), rest);
    return () => {
      isGone = true;
      cancel?.();
      clearTimeout(timer);
    };
  }, []);
  return Parts && <Parts {...props} />;
}
