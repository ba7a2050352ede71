import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NewNotification } from "#contract/notifications.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { soon } from "#test/soon.ts";
import { bell, listen, type Person, person, prefer, teller } from "./news.fixture.ts";

let app: TestApp;
let reader: Person;
let other: Person;
let tell: ReturnType<typeof teller>["tell"];
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  ({ tell } = teller(app));
});
afterAll(() => app.close());
// A separate user for each test: messages of an earlier one may still be on their way.
beforeEach(async () => {
  [reader, other] = [await person(app), await person(app)];
});

const project = (name: string) =>
  ({ sort: "project_created", values: { project: name, actor: "Ada" } }) as const;

describe("an open page", () => {
  it("receives notifications as the list shows them, with the count, on its user's own channel only", async () => {
    const [heard, others] = [await listen(app, reader), await listen(app, other)];
    await tell({ to: [reader.id], ...project("Palm Court"), link: "/project/3" });
    await soon(() => expect(heard).toHaveLength(1));
    const [{ event, data } = { event: "", data: null }] = heard;
    expect(event).toBe("new-notification");
    const [first] = await bell(reader);
    expect(data).toEqual({ notification: first, unread: 1, browser: false, replaces: [] });
    expect(NewNotification.strict().safeParse(data).success).toBe(true);
    await tell({ to: [reader.id], ...project("Palm Court") });
    await soon(() => expect(heard[1]?.data.unread).toBe(2));
    await sleep(100);
    expect(others).toEqual([]);
  });

  it("receives them in its user's language", async () => {
    const arab = await person(app);
    await arab.client.call("POST /api/language", { body: { locale: "ar" } });
    const [heard, inEnglish] = [await listen(app, arab), await listen(app, reader)];
    await tell({ to: [arab.id, reader.id], ...project("Palm Court") });
    await soon(() => expect([heard.length, inEnglish.length]).toEqual([1, 1]));
    expect(heard[0]?.data.notification).toMatchObject({
      title: "مشروع جديد",
      message: "أنشأ \u2068Ada\u2069 المشروع «\u2068Palm Court\u2069».",
    });
    expect(inEnglish[0]?.data.notification.message).toBe("Ada created the project “Palm Court”.");
  });

  it("receives whether a browser notification is wanted: where it is switched on, kind by kind", async () => {
    const keen = await person(app);
    await keen.client.call("PUT /api/notifications/preferences", {
      body: { global_settings: { browser_enabled: true } },
    });
    await prefer(keen, "visit_created", { browser: false });
    const heard = await listen(app, keen);
    await tell({ to: [keen.id], ...project("Palm Court") }, { to: [keen.id], sort: "visit_ready" });
    await soon(() => expect(heard).toHaveLength(2));
    expect(heard.map(({ data }) => data.browser)).toEqual([true, false]);
  });

  it("receives nothing that its user has switched off for the bell", async () => {
    const picky = await person(app);
    await prefer(picky, "project_created", { bell: false });
    const heard = await listen(app, picky);
    await tell({ to: [picky.id], ...project("Palm Court") }, { to: [picky.id], sort: "visit_ready" });
    await soon(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.data).toMatchObject({ notification: { kind: "visit_created" }, unread: 1 });
  });

  it("receives which lines a new one replaces", async () => {
    const heard = await listen(app, reader);
    const one = { to: [reader.id], sort: "registered", fold: "registrations" } as const;
    await tell({ ...one, values: { name: "Ada" } });
    const [{ id } = { id: 0 }] = await bell(reader);
    await tell({ ...one, values: { name: "Noor" } });
    await soon(() => expect(heard).toHaveLength(2));
    expect(heard[1]?.data).toMatchObject({
      notification: { message: "2 people registered, most recently Noor." },
      unread: 1,
      replaces: [id],
    });
  });

  it("receives messages far below the protocol's 10 KB, however long the names are", async () => {
    const heard = await listen(app, reader);
    const long = '"\\\u{1F3D7}'.repeat(300);
    await tell({
      to: [reader.id],
      sort: "visit_ready",
      values: { visit: long, project: long, actor: long, count: 3 },
      link: `/viewer/${"x".repeat(64)}`,
    });
    await soon(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.bytes).toBeLessThan(5_000);
  });

  it("is updated about reading and deleting in another one, and only if something changed", async () => {
    await tell({ to: [reader.id], ...project("One") }, { to: [reader.id], ...project("Two") });
    const ids = (await bell(reader)).map(({ id }) => id);
    const heard = await listen(app, reader);
    const phone = reader.client;
    const body = { notification_id: ids[0] };
    await phone.call("PUT /api/notifications/mark-read", { body });
    await phone.call("PUT /api/notifications/mark-read", { body });
    await phone.call("PUT /api/notifications/mark-unread", { body });
    await phone.call("PUT /api/notifications/mark-all-read", { body: {} });
    await phone.call("POST /api/notifications/delete-read", { body: {} });
    await phone.call("POST /api/notifications/delete-read", { body: {} });
    await soon(() => expect(heard).toHaveLength(4));
    await sleep(100);
    expect(heard.map(({ event, data }) => [event, data])).toEqual(
      [1, 2, 0, 0].map((unread) => ["notifications-changed", { unread }]),
    );
  });
});
