import { watchCalls } from "#web/lib/client.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { later, useLater } from "#web/ui/later.ts";

const notice = later(() => import("./maintenance-notice.tsx"));
const isClosed = createStore(false);

/** Follows whether the server is closed for this person: any refusal for it says so, the first answer after ends it. */
export function watchMaintenance(): () => void {
  return watchCalls((outcome) => {
    if (outcome.kind === "failure") {
      if (outcome.error.code === "MAINTENANCE") isClosed.set(true);
    } else if (outcome.route === "GET /api/user") isClosed.set(false);
  });
}

/** Over the whole page while the site is closed. What was on it stays as it is beneath, also what is not saved yet. */
export function MaintenanceScreen() {
  const isOpen = useStore(isClosed);
  const Notice = useLater(notice, isOpen)?.MaintenanceNotice;
  return Notice && <Notice isOpen={isOpen} />;
}
