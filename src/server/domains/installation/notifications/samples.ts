import type { notificationsApi } from "#contract/notifications.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof notificationsApi> = {
  "GET /api/notifications": () => ({ query: { read: "0" } }),
  "GET /api/notifications/unread": () => ({}),
  "PUT /api/notifications/mark-all-read": () => ({ body: {} }),
  "PUT /api/notifications/mark-read": () => ({ body: { notification_ids: [1] } }),
  "PUT /api/notifications/mark-unread": () => ({ body: { notification_ids: [1] } }),
  "POST /api/notifications/delete": () => ({ body: { notification_ids: [1] } }),
  "POST /api/notifications/delete-read": () => ({ body: {} }),
  "GET /api/notifications/preferences": () => ({}),
  "PUT /api/notifications/preferences": () => ({ body: { global_settings: { browser_enabled: true } } }),
};
