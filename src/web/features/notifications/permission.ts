import { call } from "#web/lib/client.ts";
import { askBrowser } from "#web/lib/desktop-notice.ts";
import { queryClient } from "#web/lib/query.ts";
import { logged, quiet } from "./notifications.cache.ts";

/**
 * Asks for the browser's leave to show notifications, but only somebody who has switched them on for his account: he
 * may have done so in another browser.
 */
export async function askIfWanted(): Promise<void> {
  const preferences = await queryClient
    .fetchQuery({
      queryKey: ["notifications", "preferences"],
      queryFn: () =>
        logged(
          "Failed to fetch notification preferences:",
          call("GET /api/notifications/preferences", {}, quiet),
        ),
    })
    .catch(() => null);
  if (preferences?.global_settings.browser_enabled === true) await askBrowser();
}
