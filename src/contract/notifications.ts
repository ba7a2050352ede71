import { z } from "zod";
import { Empty, Flag, Id, Instant } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { notificationKinds } from "./kinds.ts";
import { limits } from "./limits.ts";

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

/** `warning` is also what a screen takes anything else for. */
export const notificationTypes = ["info", "success", "warning", "error"] as const;

/** One piece of news for one person, in the language the person reads now. */
export const Notification = z.object({
  id: z.number(),
  type: z.enum(notificationTypes),
  kind: z.enum(notificationKinds),
  title: z.string(),
  message: z.string(),
  /** Path of this site; null when there is nothing to open. */
  link: z.string().nullable(),
  is_read: z.boolean(),
  created_at: Instant,
});
export type Notification = z.output<typeof Notification>;

/**
 * What the event `new-notification` carries on the person's own channel. `unread` is the count with this one.
 * `browser`: the person wants the browser's own notification of it as well. `replaces`: ids of unread ones that it
 * stands for and that are gone ("3 people have registered" after "2 people have registered"); mostly empty.
 */
export const NewNotification = z.object({
  notification: Notification,
  unread: z.number(),
  browser: z.boolean(),
  replaces: z.array(z.number()),
});
export type NewNotification = z.output<typeof NewNotification>;

/**
 * What the event `notifications-changed` carries there: some were read, made unread or removed, perhaps in another
 * tab or on another device. Lists are fetched anew, the badge shows `unread`.
 */
export const NotificationsChanged = z.object({ unread: z.number() });
export type NotificationsChanged = z.output<typeof NotificationsChanged>;

/** Which ones: `notification_id`, `notification_ids`, `id` or `ids`. Those of somebody else are not touched. */
const Which = z
  .object({
    notification_id: Id.optional(),
    notification_ids: z.array(Id).max(limits.bulk).optional(),
    id: Id.optional(),
    ids: z.array(Id).max(limits.bulk).optional(),
  })
  .transform((body) => ({
    ids: [
      ...new Set([
        ...(body.notification_ids ?? []),
        ...(body.ids ?? []),
        ...[body.notification_id, body.id].filter((id) => id !== undefined),
      ]),
    ],
  }))
  .refine(({ ids }) => ids.length > 0, { error: "notifications.ids_required", path: ["notification_ids"] });

/** What a change did: how many rows, and how many unread ones are left. */
const Changed = z.object({ changed: z.number(), unread: z.number() });

export const notificationsApi = defineApi(
  {
    "GET /api/notifications": endpoint({
      access: "user",
      summary: "The caller's notifications, newest first; `before` (an id) pages on.",
      query: z.object({
        read: Flag.optional(),
        kind: z.enum(notificationKinds).optional(),
        before: Id.optional(),
        limit: z.coerce.number().int().min(1).max(100).default(25),
      }),
      response: z.array(Notification),
    }),
    "GET /api/notifications/unread": endpoint({
      access: "user",
      summary: "How many of the caller's notifications are unread.",
      response: z.object({ unread: z.number() }),
    }),
    "PUT /api/notifications/mark-all-read": endpoint({
      access: "user",
      summary:
        "Everything is read; with `up_to` everything up to that id, so that news the reader has not seen stays.",
      body: z.object({ up_to: Id.optional() }).optional(),
      response: Changed,
      openToDemo: true,
    }),
    "PUT /api/notifications/mark-read": endpoint({
      access: "user",
      summary: "These are read.",
      body: Which,
      response: Changed,
      openToDemo: true,
    }),
    "PUT /api/notifications/mark-unread": endpoint({
      access: "user",
      summary: "These are unread again.",
      body: Which,
      response: Changed,
      openToDemo: true,
    }),
    "POST /api/notifications/delete": endpoint({
      access: "user",
      whenOverdue: "open",
      summary: "Remove these.",
      body: Which,
      response: Changed,
      status: 200,
      message: "Deleted",
    }),
    "POST /api/notifications/delete-read": endpoint({
      access: "user",
      whenOverdue: "open",
      summary: "Remove everything that is read.",
      body: Empty.optional(),
      response: Changed,
      status: 200,
      message: "Deleted",
    }),
    "GET /api/notifications/preferences": endpoint({
      access: "user",
      summary: "By which ways the caller wants to be told of what.",
      response: NotificationPreferences,
    }),
    "PUT /api/notifications/preferences": endpoint({
      access: "user",
      whenOverdue: "open",
      summary: "Change some of it; what is left out stays.",
      body: z.object({
        global_settings: NotificationPreferences.shape.global_settings.partial().optional(),
        preferences: z.array(Preference).max(notificationKinds.length).optional(),
      }),
      response: NotificationPreferences,
    }),
  },
  "account",
);
