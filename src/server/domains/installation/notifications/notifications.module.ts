import type { FastifyRequest } from "fastify";
import { notificationKinds } from "#contract/kinds.ts";
import type { Language } from "#contract/languages.ts";
import { type Notification, notificationsApi } from "#contract/notifications.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createNotificationMail, type NotificationMailOptions } from "./notification-mail.ts";
import { notificationsChanged } from "./notifications.events.ts";
import { mailNews, pruneNotifications } from "./notifications.jobs.ts";
import { createNotificationsRepository, type NotificationRow } from "./notifications.repository.ts";
import { changePreferences, readPreferences } from "./preferences.ts";
import { pruneNotifications as removeOld } from "./prune.ts";
import { samples } from "./samples.ts";
import { writeNews } from "./words.ts";

export interface NotificationsOptions extends NotificationMailOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  /** The language of a browser, for the shared account. */
  readonly languageOf: (request: FastifyRequest) => Language;
}

export function notificationsModule(options: NotificationsOptions) {
  const { db, bus, languageOf } = options;
  const repository = createNotificationsRepository(db);

  /** Applies a change and, if there was one, notifies the user's other tabs and devices. */
  const change = (user: SessionUser, write: (trx: Trx) => Promise<number>) =>
    db.transaction().execute(async (trx) => {
      const changed = await write(trx);
      const unread = await repository.unread(user.id, trx);
      if (changed > 0) await bus.emit(trx, notificationsChanged, { id_user: user.id, unread });
      return { changed, unread };
    });

  return {
    jobs: [
      jobWorker(mailNews, createNotificationMail(options)),
      jobWorker(pruneNotifications, (_, { signal }) => removeOld(db, { signal })),
    ],
    schedules: [scheduledJob("40 2 * * *", pruneNotifications)],
    samples,
    handlers: handlers(notificationsApi, {
      "GET /api/notifications": async ({ query, user, request }) => {
        const language = user.is_demo ? languageOf(request) : user.language;
        const rows = await repository.list(user.id, query);
        return rows.map((row) => wireNotification(row, language));
      },
      "GET /api/notifications/unread": async ({ user }) => ({ unread: await repository.unread(user.id) }),
      "PUT /api/notifications/mark-all-read": ({ body, user }) =>
        change(user, (trx) => repository.mark(trx, user.id, true, { upTo: body?.up_to })),
      "PUT /api/notifications/mark-read": ({ body, user }) =>
        change(user, (trx) => repository.mark(trx, user.id, true, body)),
      "PUT /api/notifications/mark-unread": ({ body, user }) =>
        change(user, (trx) => repository.mark(trx, user.id, false, body)),
      "POST /api/notifications/delete": ({ body, user }) =>
        change(user, (trx) => repository.remove(trx, user.id, body.ids)),
      "POST /api/notifications/delete-read": ({ user }) =>
        change(user, (trx) => repository.remove(trx, user.id)),
      "GET /api/notifications/preferences": async ({ user }) =>
        readPreferences(await repository.preferences(user.id)),
      "PUT /api/notifications/preferences": ({ body, user }) =>
        db.transaction().execute(async (trx) => {
          const { global_settings, preferences } = body;
          const changes = {
            preferences,
            ...(global_settings === undefined ? {} : { global_settings: definedOnly(global_settings) }),
          };
          const changed = changePreferences(await repository.preferences(user.id, trx, true), changes);
          await repository.setPreferences(trx, user.id, changed);
          return readPreferences(changed);
        }),
    }),
  };
}

/** In the reader's present language, whenever it was written. */
function wireNotification(row: NotificationRow, language: Language): Notification {
  const { id, type, link, created_at } = row;
  return {
    id,
    type,
    kind: notificationKinds.find((kind) => kind === row.kind) ?? "security",
    ...writeNews(row.text, row.values, row.count, language),
    link,
    is_read: row.read_at !== null,
    created_at: created_at.toISOString(),
  };
}
