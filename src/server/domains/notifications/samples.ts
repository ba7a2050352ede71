import type { notificationsApi } from "#contract/notifications.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof notificationsApi> = {
  "GET /api/notifications/preferences": () => ({}),
  "PUT /api/notifications/preferences": () => ({ body: { global_settings: { browser_enabled: true } } }),
};
