import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, vi } from "vitest";
import type { Notification as News } from "#contract/notifications.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { RealtimeServer } from "#test/web/realtime-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { offerRealtime } from "#web/testing/offer-realtime.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { says } from "#web/testing/say.ts";
import { aNotification, NotificationKeeper, someNotifications } from "./testing.ts";

let realtime: RealtimeServer;
beforeAll(async () => {
  realtime = await RealtimeServer.start(() => ({ status: 404, body: {} }));
  offerRealtime(realtime);
});
afterAll(() => realtime.stop());

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, "Notification");
  await waitFor(() => expect(realtime.hearers.size).toBe(0));
});

async function open(
  language: "en" | "ar",
  keeper: NotificationKeeper,
  answers: Answers = {},
  whose = person,
) {
  opened = await openScreen(
    "/visits",
    language,
    {
      "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 25 }),
      "POST /api/broadcasting/auth": () => ({ body: { auth: "key:proof" } }),
      ...keeper.answers,
      ...answers,
    },
    whose,
  );
  return opened;
}

const bell = (name: string) => screen.findByRole("button", { name });
const rows = (within_: HTMLElement) => within(within_).queryAllByRole("listitem");

async function openPanel(language: "en" | "ar", name: string) {
  await opened?.user.click(await bell(name));
  return screen.findByRole("dialog", { name: says(language)("notifications.bell") });
}

/** Publishes an event on the user's own channel once it is subscribed. */
async function tell(event: string, data: unknown) {
  await waitFor(() => expect(realtime.hearers.size).toBe(1));
  realtime.tell(`private-user-${person.id}`, event, data);
}

const told = (notification: News, unread: number) => ({ notification, unread, browser: false, replaces: [] });

describe.each(["en", "ar"] as const)("the notification bell in %s", (language) => {
  const it = inTurns(language);
  const text = says(language);
  const unread = (count: number) => text("notifications.bell_unread", { count });

  it("shows the number of unread ones, in its corner and in its name, and nothing for none", async () => {
    await open(language, new NotificationKeeper(someNotifications(3)));
    const button = await bell(unread(3));
    expect(within(button.parentElement as HTMLElement).getByText("3")).toBeTruthy();
    await opened?.close();
    await open(language, new NotificationKeeper(someNotifications(3, { is_read: true })));
    const quiet = await bell(text("notifications.bell"));
    expect(quiet.parentElement?.textContent).toBe("");
  });

  it.each([
    [9, "9"],
    [10, "9+"],
  ])("shows %i as %s", async (count, shown) => {
    await open(language, new NotificationKeeper(someNotifications(count)));
    expect(await screen.findByText(shown)).toBeTruthy();
  });

  it("lists nine unread ones, newest first, with icon, date, title and message", async () => {
    const [newest = aNotification(), ...others] = someNotifications(12);
    await open(language, new NotificationKeeper([{ ...newest, type: "error" }, ...others]));
    await opened?.user.click(await screen.findByRole("button", { name: /12/ }));
    const panel = await screen.findByRole("dialog", { name: text("notifications.bell") });
    await waitFor(() => expect(rows(panel)).toHaveLength(9));
    const [first] = rows(panel);
    if (first === undefined) throw new Error("There is no row.");
    expect(first.querySelector("[data-type]")?.getAttribute("data-type")).toBe("error");
    expect(within(first).getByText("Title 12")).toBeTruthy();
    expect(within(first).getByText("Message 12")).toBeTruthy();
    expect(first.querySelector("time")?.dateTime).toBe(newest.created_at);
    expect(first.querySelector("time")?.title).not.toBe("");
    expect(opened?.api.calls("GET /api/notifications")[0]?.query.toString()).toBe("read=0&limit=9");
  });

  it("marks a pressed one as read: a link opens in this tab, without one nothing opens", async () => {
    const keeper = new NotificationKeeper(
      someNotifications(3).map((one) => (one.id === 3 ? { ...one, link: null } : one)),
    );
    await open(language, keeper);
    const panel = await openPanel(language, unread(3));
    const link = await within(panel).findByRole("link", { name: /Title 2/ });
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/visits/1", null]);
    await opened?.user.click(await within(panel).findByRole("button", { name: /Title 3/ }));
    await screen.findByText("2");
    expect(opened?.api.calls("PUT /api/notifications/mark-read").map(({ body }) => body)).toEqual([
      { notification_id: 3 },
    ]);
    await waitFor(() => expect(rows(panel)).toHaveLength(2));
    await waitFor(() => expect(document.activeElement).toBe(link));
    await opened?.user.click(link);
    await waitFor(() => expect(opened?.path()).toBe("/visits/1"));
  });

  it("changes nothing here before the server has confirmed, and only logs a refusal", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await open(language, new NotificationKeeper(someNotifications(3)), {
      "PUT /api/notifications/mark-read": () => refuse(500, "SERVER", "No."),
    });
    const panel = await openPanel(language, unread(3));
    await opened?.user.click(await within(panel).findByRole("link", { name: /Title 3/ }));
    await waitFor(() => expect(opened?.api.calls("PUT /api/notifications/mark-read")).toHaveLength(1));
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(rows(panel)).toHaveLength(3);
    expect(screen.getByText("3")).toBeTruthy();
    expect(screen.queryByRole("alertdialog"), "no toast").toBeNull();
  });

  it("marks all as read, then says that there are none, and links to all of them", async () => {
    const keeper = new NotificationKeeper(someNotifications(3));
    await open(language, keeper);
    const panel = await openPanel(language, unread(3));
    await within(panel).findByText("Title 3");
    await opened?.user.click(
      within(panel).getByRole("button", { name: text("notifications.mark_all_read") }),
    );
    expect(await within(panel).findByText(text("notifications.none"))).toBeTruthy();
    expect(screen.queryByText("3")).toBeNull();
    expect(keeper.unread).toBe(0);
    await opened?.user.click(within(panel).getByRole("link", { name: text("notifications.see_all") }));
    await waitFor(() => expect(opened?.path()).toBe("/notifications"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("counts new ones from real time and puts them first, and follows changes in other tabs", async () => {
    const keeper = new NotificationKeeper(someNotifications(2));
    await open(language, keeper);
    const panel = await openPanel(language, unread(2));
    await within(panel).findByText("Title 2");
    const third = aNotification({ id: 3, title: "Crane" });
    keeper.items.unshift(third);
    await tell("new-notification", told(third, 3));
    await waitFor(() => expect(rows(panel)[0]?.textContent).toContain("Crane"));
    const channels = opened?.api.calls("POST /api/broadcasting/auth").map(({ body }) => body["channel_name"]);
    expect(channels?.filter((name) => name === `private-user-${person.id}`)).toHaveLength(1);
    expect(rows(panel)).toHaveLength(3);
    expect(screen.getByText("3")).toBeTruthy();
    expect(
      screen.getByText(text("notifications.arrived", { title: "Crane" })).closest("output"),
    ).toBeTruthy();

    keeper.items = keeper.items.map((one) => ({ ...one, is_read: one.id !== 1 }));
    await tell("notifications-changed", { unread: 1 });
    await waitFor(() => expect(rows(panel)).toHaveLength(1));
    expect(screen.getByText("1")).toBeTruthy();
  });

  it("loses nothing between the first count and the subscription of the channel", async () => {
    const keeper = new NotificationKeeper(someNotifications(2));
    let allow: () => void = () => undefined;
    const allowed = new Promise<void>((resolve) => {
      allow = resolve;
    });
    await open(language, keeper, {
      "POST /api/broadcasting/auth": async () => {
        await allowed;
        return { body: { auth: "key:proof" } };
      },
    });
    await bell(unread(2));
    keeper.items.unshift(aNotification({ id: 3 }));
    allow();
    await bell(unread(3));
  });

  it("closes by Escape and by a press outside, and returns the focus", async () => {
    await open(language, new NotificationKeeper(someNotifications(3)));
    await openPanel(language, unread(3));
    await opened?.user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const button = await bell(unread(3));
    await waitFor(() => expect(document.activeElement).toBe(button));
    await openPanel(language, unread(3));
    await opened?.user.click(document.body);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows the browser's own notification where it is allowed and enabled, with title and message", async () => {
    const shown: [string, NotificationOptions | undefined][] = [];
    stubNotification("granted", (title, options) => shown.push([title, options]));
    await open(language, new NotificationKeeper([]));
    await bell(text("notifications.bell"));
    await tell("new-notification", told(aNotification({ id: 8 }), 1));
    await tell("new-notification", {
      ...told(aNotification({ id: 9, message: "Pour on Monday" }), 2),
      browser: true,
    });
    await waitFor(() => expect(shown).toHaveLength(1));
    expect(shown[0]).toMatchObject([
      text("notifications.desktop_title"),
      { body: "Pour on Monday", tag: "notification-9" },
    ]);
  });

  it.each([true, false])(
    "requests the browser's permission only when it is enabled (%s)",
    async (browser_enabled) => {
      let asked = 0;
      stubNotification(
        "default",
        () => undefined,
        () => (asked += 1),
      );
      const wishes = person.notification_preferences;
      const whose = {
        ...person,
        notification_preferences: {
          ...wishes,
          global_settings: { ...wishes.global_settings, browser_enabled },
        },
      };
      await open(language, new NotificationKeeper([]), {}, whose);
      const button = await bell(text("notifications.bell"));
      expect(asked).toBe(0);
      await opened?.user.click(button);
      await new Promise((resume) => setTimeout(resume, 500));
      expect(asked).toBe(browser_enabled ? 1 : 0);
    },
  );
});

function stubNotification(
  permission: NotificationPermission,
  onShow: (title: string, options?: NotificationOptions) => unknown,
  onAsk: () => unknown = () => undefined,
): void {
  class Shown extends EventTarget {
    static permission = permission;
    static requestPermission(): Promise<NotificationPermission> {
      onAsk();
      return Promise.resolve("granted");
    }
    constructor(title: string, options?: NotificationOptions) {
      super();
      onShow(title, options);
    }
  }
  Object.defineProperty(globalThis, "Notification", { configurable: true, value: Shown });
}
