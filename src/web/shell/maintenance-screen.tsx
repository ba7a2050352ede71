import { watchCalls } from "#web/lib/client.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { later, useLater } from "#web/ui/later.ts";

const notice = later(() => import("./maintenance-notice.tsx"));
const isClosed = createStore(false);

/**
 * Tracks whether the server is in maintenance for this user: any refusal for maintenance starts it, the first
 * successful response ends it.
 */
export function watchMaintenance(): () => void {
  return watchCalls((outcome) => {
    if (outcome.kind === "failure") {
      if (outcome.error.code === "MAINTENANCE") isClosed.set(true);
    } else if (outcome.route === "GET /api/user") isClosed.set(false);
  });
}

/** Covers the whole page during maintenance. The content below stays as it is, including unsaved input. */
export function MaintenanceScreen() {
  const isOpen = useStore(isClosed);
  const Notice = useLater(notice, isOpen)?.MaintenanceNotice;
  return Notice && <Notice isOpen={isOpen} />;
}
