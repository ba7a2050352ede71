import { z } from "zod";
import { Empty, Flag, Id, Instant } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { notificationKinds } from "./kinds.ts";
import { limits } from "./limits.ts";

/** How one kind of notification is delivered: in the bell, by email, by the browser. */
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

/** Screens treat unknown types as `warning`. */
export const notificationTypes = ["info", "success", "warning", "error"] as const;

/** A notification for one person, in that person's current language. */
export const Notification = z.object({
  id: z.number(),
  type: z.enum(notificationTypes),
  kind: z.enum(notificationKinds),
  title: z.string(),
  message: z.string(),
  /** A path on this installation; null when there is nothing to open. */
  link: z.string().nullable(),
  is_read: z.boolean(),
  created_at: Instant,
});
export type Notification = z.output<typeof Notification>;

/**
 * Payload of the event `new-notification` on the person's own channel. `unread` is the count including this one.
 * `browser`: the person also wants a browser notification. `replaces`: IDs of unread notifications that this one
 * replaced ("3 people registered" after "2 people registered"); mostly empty.
 */
export const NewNotification = z.object({
  notification: Notification,
  unread: z.number(),
  browser: z.boolean(),
  replaces: z.array(z.number()),
});
export type NewNotification = z.output<typeof NewNotification>;

/**
 * Payload of the event `notifications-changed`: some were marked as read or unread, or deleted, perhaps in another
 * tab or on another device. Lists are fetched again, the badge shows `unread`.
 */
export const NotificationsChanged = z.object({ unread: z.number() });
export type NotificationsChanged = z.output<typeof NotificationsChanged>;

/** The notifications: `notification_id`, `notification_ids`, `id` or `ids`. Those of other people are ignored. */
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

/** Number of changed rows, and of notifications that are still unread. */
const Changed = z.object({ changed: z.number(), unread: z.number() });

export const notificationsApi = defineApi(
  {
    "GET /api/notifications": endpoint({
      access: "user",
      summary: "List the caller's notifications, newest first; `before` (an ID) gets the next page.",
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
      summary: "Count the caller's unread notifications.",
      response: z.object({ unread: z.number() }),
    }),
    "PUT /api/notifications/mark-all-read": endpoint({
      access: "user",
      summary:
        "Mark all notifications as read; with `up_to` only those up to that ID, so that newer ones stay unread.",
      body: z.object({ up_to: Id.optional() }).optional(),
      response: Changed,
      openToDemo: true,
    }),
    "PUT /api/notifications/mark-read": endpoint({
      access: "user",
      summary: "Mark notifications as read.",
      body: Which,
      response: Changed,
      openToDemo: true,
    }),
    "PUT /api/notifications/mark-unread": endpoint({
      access: "user",
      summary: "Mark notifications as unread.",
      body: Which,
      response: Changed,
      openToDemo: true,
    }),
    "POST /api/notifications/delete": endpoint({
      access: "user",
      whenOverdue: "open",
      summary: "Delete notifications.",
      body: Which,
      response: Changed,
      status: 200,
      message: "Deleted",
    }),
    "POST /api/notifications/delete-read": endpoint({
      access: "user",
      whenOverdue: "open",
      summary: "Delete all read notifications.",
      body: Empty.optional(),
      response: Changed,
      status: 200,
      message: "Deleted",
    }),
    "GET /api/notifications/preferences": endpoint({
      access: "user",
      summary: "Get the caller's notification preferences.",
      response: NotificationPreferences,
    }),
    "PUT /api/notifications/preferences": endpoint({
      access: "user",
      whenOverdue: "open",
      summary: "Change notification preferences; omitted ones stay unchanged.",
      body: z.object({
        global_settings: NotificationPreferences.shape.global_settings.partial().optional(),
        preferences: z.array(Preference).max(notificationKinds.length).optional(),
      }),
      response: NotificationPreferences,
    }),
  },
  "account",
);
