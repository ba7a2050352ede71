import { sql } from "kysely";
import { notificationsApi } from "#contract/notifications.ts";
import type { Database } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { changePreferences, readPreferences, type StoredPreferences } from "./preferences.ts";
import "./tables.ts";

export function notificationsModule({ db }: { readonly db: Database }) {
  const find = async (userId: number, source: Database, lock = false): Promise<StoredPreferences | null> => {
    const { notification_preferences } = await source
      .selectFrom("users")
      .select("notification_preferences")
      .where("id", "=", userId)
      .$if(lock, (query) => query.forUpdate())
      .executeTakeFirstOrThrow();
    return notification_preferences;
  };

  return {
    handlers: handlers(notificationsApi, {
      ...pending(notificationsApi),
      "GET /api/notifications/preferences": async ({ user }) => readPreferences(await find(user.id, db)),
      "PUT /api/notifications/preferences": ({ body, user }) =>
        db.transaction().execute(async (trx) => {
          const { global_settings, preferences } = body;
          const changes = {
            preferences,
            ...(global_settings === undefined ? {} : { global_settings: definedOnly(global_settings) }),
          };
          const changed = changePreferences(await find(user.id, trx, true), changes);
          await trx
            .updateTable("users")
            .set({ notification_preferences: JSON.stringify(changed), updated_at: sql`now()` })
            .where("id", "=", user.id)
            .execute();
          return readPreferences(changed);
        }),
    }),
  };
}
