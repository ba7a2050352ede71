import { isKeptPage } from "#web/lib/session.ts";
import { useCompanion } from "#web/lib/use-companion.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import type { OfflinePartsProps } from "./offline-parts.tsx";

async function loadParts() {
  // The worker first: a visitor may view this page for three seconds and not return to it.
  const { startedWorker } = await import("./started-worker.ts");
  void startedWorker();
  return import("./offline-parts.tsx");
}

/** Mounted on every screen; its code is fetched when the first screen is drawn, before it can be needed. */
export function OfflineCompanion(props: OfflinePartsProps) {
  const isSettled = useSettled();
  const Parts = useCompanion(loadParts, isSettled || isKeptPage)?.OfflineParts;
  return Parts && <Parts {...props} />;
}
