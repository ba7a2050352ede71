import { z } from "zod";
import { notificationKinds } from "#contract/kinds.ts";
import { Language } from "#contract/languages.ts";
import {
  type NewNotification,
  type NotificationsChanged,
  notificationTypes,
} from "#contract/notifications.ts";
import { defineEvent } from "#server/platform/events/event.ts";
import { writeNews } from "./words.ts";

const channelOf = (userId: number) => `private-user-${userId}`;

/**
 * Published for a notification. Its shared data is included once; the text is rendered for each reader's language where
 * it is sent on.
 */
export const newsTold = defineEvent(
  "notification.told",
  z.object({
    sort: z.string(),
    kind: z.enum(notificationKinds),
    type: z.enum(notificationTypes),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    link: z.string().nullable(),
    created_at: z.string(),
    readers: z.array(
      z.object({
        id_user: z.number(),
        id: z.number(),
        language: Language,
        count: z.number(),
        unread: z.number(),
        browser: z.boolean(),
        replaces: z.array(z.number()),
      }),
    ),
  }),
  {
    broadcast: ({ readers, sort, values, ...common }) =>
      readers.map(({ id_user, id, language, count, unread, browser, replaces }) => ({
        channel: channelOf(id_user),
        event: "new-notification",
        data: {
          notification: {
            id,
            ...common,
            ...writeNews(sort, values, count, language),
            is_read: false,
          },
          unread,
          browser,
          replaces,
        } satisfies NewNotification,
      })),
  },
);

/** Some of a user's notifications were read, made unread or deleted: updates their other tabs and devices. */
export const notificationsChanged = defineEvent(
  "notification.changed",
  z.object({ id_user: z.number(), unread: z.number() }),
  {
    broadcast: ({ id_user, unread }) => [
      {
        channel: channelOf(id_user),
        event: "notifications-changed",
        data: { unread } satisfies NotificationsChanged,
      },
    ],
  },
);
