import { z } from "zod";
import { defineApi, endpoint } from "./endpoint.ts";

/** What somebody can be told of. */
export const notificationKinds = [
  "security",
  "invitation",
  "visit_created",
  "project_created",
  "member_changed",
  "snag",
  "message",
  "plan",
] as const;

/** By which way a kind of news comes: the bell, a mail, the browser's own notification. */
const Preference = z.object({
  id: z.enum(notificationKinds),
  bell: z.boolean(),
  mail: z.boolean(),
  browser: z.boolean(),
});

export const NotificationPreferences = z.object({
  global_settings: z.object({ browser_enabled: z.boolean(), mail_enabled: z.boolean() }),
  preferences: z.array(Preference),
});
export type NotificationPreferences = z.output<typeof NotificationPreferences>;

export const notificationsApi = defineApi({
  "GET /api/notifications/preferences": endpoint({
    access: "user",
    summary: "By which ways the caller wants to be told of what.",
    response: NotificationPreferences,
  }),
  "PUT /api/notifications/preferences": endpoint({
    access: "user",
    summary: "Change some of it; what is left out stays.",
    body: z.object({
      global_settings: NotificationPreferences.shape.global_settings.partial().optional(),
      preferences: z.array(Preference).max(notificationKinds.length).optional(),
    }),
    response: NotificationPreferences,
  }),
});
