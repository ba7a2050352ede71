import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notificationKinds } from "#contract/kinds.ts";

import { type TestApp, testApp } from "#test/app.ts";
import { changePreferences, readPreferences } from "./preferences.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const call = "/api/notifications/preferences";

describe("notification preferences", () => {
  it("include everything, by every channel but the browser's own notifications, by default", async () => {
    const client = await app.as(await app.user());
    expect(await client.call(`GET ${call}`)).toEqual({
      global_settings: { browser_enabled: false, mail_enabled: true },
      preferences: notificationKinds.map((id) => ({ id, bell: true, mail: true, browser: true })),
    });
  });

  it("change in the fields sent, keep the rest, and belong to one user", async () => {
    const [user, other] = [await app.user(), await app.user()];
    const client = await app.as(user);
    await client.call(`PUT ${call}`, { body: { global_settings: { browser_enabled: true } } });
    const snag = { id: "snag", bell: true, mail: false, browser: false } as const;
    await client.call(`PUT ${call}`, { body: { preferences: [snag] } });
    const read = await (await app.as(user)).call(`GET ${call}`);
    expect(read.global_settings).toEqual({ browser_enabled: true, mail_enabled: true });
    expect(read.preferences.filter(({ mail }) => !mail)).toEqual([snag]);
    const others = await (await app.as(other)).call(`GET ${call}`);
    expect(others.preferences.every(({ mail }) => mail)).toBe(true);
  });

  it("are part of the signed-in user's data as well, and hidden from others", async () => {
    const user = await app.user();
    const client = await app.as(user);
    await client.call(`PUT ${call}`, { body: { global_settings: { browser_enabled: true } } });
    const { notification_preferences } = await client.call("GET /api/user");
    expect(notification_preferences).toEqual(await client.call(`GET ${call}`));
    expect(notification_preferences.global_settings.browser_enabled).toBe(true);
    const admin = await app.as(await app.user({ role: "super_admin" }));
    const record = await admin.call("GET /api/users/{id}", { params: { id: user.id } });
    expect(record).not.toHaveProperty("notification_preferences");
  });

  it("keep both of two changes made at once", async () => {
    const client = await app.as(await app.user());
    const kinds = ["snag", "plan", "message", "invitation"] as const;
    await Promise.all(
      kinds.map((id) =>
        client.call(`PUT ${call}`, {
          body: { preferences: [{ id, bell: false, mail: true, browser: true }] },
        }),
      ),
    );
    const read = await client.call(`GET ${call}`);
    expect(read.preferences.flatMap(({ id, bell }) => (bell ? [] : [id])).toSorted()).toEqual(
      [...kinds].toSorted(),
    );
  });

  it("refuse kinds that do not exist", async () => {
    const client = await app.as(await app.user());
    const body = { preferences: [{ id: "weather", bell: true, mail: true, browser: true }] };
    expect(await client.refused(`PUT ${call}`, { body })).toMatchObject({ status: 422, code: "VALIDATION" });
  });

  it("survive values written by another version of the program", async () => {
    const user = await app.user();
    const written = {
      quiet_hours: "22-6",
      global_settings: { browser_enabled: "perhaps", watch_enabled: true },
      preferences: [{ id: "weather", bell: false }, { id: "snag", bell: false, sms: true }, null, 3],
    };
    await sql`update users set notification_preferences = ${JSON.stringify(written)} where id = ${user.id}`.execute(
      app.database.db,
    );
    const client = await app.as(user);
    const { global_settings, preferences } = await client.call(`GET ${call}`);
    expect(global_settings).toEqual({ browser_enabled: false, mail_enabled: true });
    expect(preferences.find(({ id }) => id === "snag")).toMatchObject({ bell: false, mail: true });
    await client.call(`PUT ${call}`, { body: { global_settings: { mail_enabled: false } } });
    const row = await app.database.db
      .selectFrom("users")
      .select("notification_preferences")
      .where("id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(row.notification_preferences).toMatchObject({
      quiet_hours: "22-6",
      global_settings: { watch_enabled: true, mail_enabled: false },
      preferences: [
        { id: "weather", bell: false },
        { id: "snag", bell: false, sms: true },
      ],
    });
  });
});

it("stay unchanged by an empty change", () => {
  for (const stored of [null, {}, { preferences: "none" }, { global_settings: null }])
    expect(readPreferences(changePreferences(stored, {}))).toEqual(readPreferences(null));
});
