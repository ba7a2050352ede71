import { type ComponentType, useEffect, useState } from "react";
import { isKeptPage } from "#web/lib/session.ts";

const pause = 5000;

/** Stands beside every screen; what it does is fetched when the page is at rest, before it can be needed. */
export function OfflineCompanion() {
  const [Parts, setParts] = useState<ComponentType | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const load = async () => {
      try {
        const { OfflineParts } = await import("./offline-parts.tsx");
        if (!isGone) setParts(() => OfflineParts);
      } catch {
        if (!isGone) timer = setTimeout(() => void load(), pause);
      }
    };
    // Safari has no word for a page at rest.
    if (isKeptPage) void load();
    else if ("requestIdleCallback" in globalThis) requestIdleCallback(() => void load(), { timeout: 3000 });
    else timer = setTimeout(() => void load(), 1000);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return Parts && <Parts />;
}
