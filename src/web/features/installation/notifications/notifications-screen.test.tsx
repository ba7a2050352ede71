import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { type Answers, refuse } from "#test/web/api-server.ts";
import { serveToasts, type ToastRequest } from "#web/lib/toasts.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { says } from "#web/testing/say.ts";
import { aNotification, NotificationKeeper, someNotifications } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  vi.restoreAllMocks();
});

async function open(
  language: "en" | "ar",
  keeper: NotificationKeeper,
  { address = "", answers = {} }: { address?: string; answers?: Answers } = {},
) {
  opened = await openScreen(`/notifications${address}`, language, { ...keeper.answers, ...answers });
  return opened;
}

const row = (title: string) => screen.getByText(title).closest("li") as HTMLElement;
const titles = () =>
  [...document.querySelectorAll("main li .own-direction:first-child")].map((one) => one.textContent);

describe.each(["en", "ar"] as const)("the list of notifications in %s", (language) => {
  const it = inTurns(language);
  const text = says(language);

  const choose = async (...chosen: string[]) => {
    for (const title of chosen)
      await opened?.user.click(
        await screen.findByRole("checkbox", { name: text("notifications.list.select", { title }) }),
      );
  };
  const press = async (name: string) => opened?.user.click(await screen.findByRole("button", { name }));

  it("is grouped by day, newest first", async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const now = new Date().toISOString();
    await open(
      language,
      new NotificationKeeper([
        aNotification({ id: 2, created_at: now }),
        aNotification({ id: 1, created_at: yesterday }),
      ]),
    );
    const today = await screen.findByRole("region", { name: text("notifications.day.today") });
    expect(within(today).getByText("Title 2")).toBeTruthy();
    expect(
      within(screen.getByRole("region", { name: text("notifications.day.yesterday") })).getByText("Title 1"),
    ).toBeTruthy();
  });

  it("marks three as read, and as unread, in one call each", async () => {
    const keeper = new NotificationKeeper(someNotifications(4));
    const { api } = await open(language, keeper);
    await choose("Title 4", "Title 2", "Title 1");
    await press(text("notifications.list.mark_read"));
    await waitFor(() => expect(keeper.unread).toBe(1));
    await waitFor(() => expect(row("Title 4").dataset["unread"]).toBeUndefined());
    expect(row("Title 3").dataset["unread"]).toBe("true");
    expect(api.calls("PUT /api/notifications/mark-read")[0]?.body).toEqual({ notification_ids: [4, 2, 1] });
    await choose("Title 4", "Title 2", "Title 1");
    await press(text("notifications.list.mark_unread"));
    await waitFor(() => expect(row("Title 4").dataset["unread"]).toBe("true"));
    expect(keeper.unread).toBe(4);
  });

  it("selects everything between two checkboxes with Shift, and everything shown by one checkbox", async () => {
    await open(language, new NotificationKeeper(someNotifications(5)));
    await choose("Title 4");
    await opened?.user.keyboard("{Shift>}");
    await choose("Title 2");
    await opened?.user.keyboard("{/Shift}");
    const chosen = () => screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked);
    expect(chosen().slice(1)).toEqual([false, true, true, true, false]);
    const [all] = screen.getAllByRole("checkbox");
    if (all) await opened?.user.click(all);
    expect(chosen()).toEqual(Array.from({ length: 6 }, () => true));
  });

  it("deletes the selected ones, after asking", async () => {
    const keeper = new NotificationKeeper(someNotifications(3));
    await open(language, keeper);
    await choose("Title 3", "Title 1");
    await press(text("common.delete"));
    const question = await screen.findByRole("alertdialog");
    expect(keeper.items).toHaveLength(3);
    await opened?.user.click(within(question).getByRole("button", { name: text("common.delete") }));
    await waitFor(() => expect(titles()).toEqual(["Title 2"]));
    expect(keeper.items.map(({ id }) => id)).toEqual([2]);
  });

  it("deletes read ones, and keeps unread ones", async () => {
    const keeper = new NotificationKeeper([
      aNotification({ id: 2 }),
      aNotification({ id: 1, is_read: true }),
    ]);
    await open(language, keeper);
    await screen.findByText("Title 1");
    await press(text("notifications.list.delete_read"));
    const question = await screen.findByRole("alertdialog");
    await opened?.user.click(within(question).getByRole("button", { name: text("common.delete") }));
    await waitFor(() => expect(titles()).toEqual(["Title 2"]));
  });

  it("marks everything as read", async () => {
    const keeper = new NotificationKeeper(someNotifications(3));
    await open(language, keeper);
    await screen.findByText("Title 3");
    await press(text("notifications.mark_all_read"));
    await waitFor(() => expect(document.querySelector("[data-unread]")).toBeNull());
    expect(keeper.unread).toBe(0);
  });

  it("loads more below the oldest one", async () => {
    const { api } = await open(language, new NotificationKeeper(someNotifications(30)));
    await press(text("notifications.list.more"));
    await waitFor(() => expect(titles()).toHaveLength(30));
    expect(api.calls("GET /api/notifications").at(-1)?.query.get("before")).toBe("6");
    expect(screen.queryByRole("button", { name: text("notifications.list.more") })).toBeNull();
  });

  it("keeps its filter in the address and applies it", async () => {
    const items = [aNotification({ id: 2, kind: "message" }), aNotification({ id: 1, is_read: true })];
    await open(language, new NotificationKeeper(items), { address: "?kind=message" });
    await waitFor(() => expect(titles()).toEqual(["Title 2"]));
    await opened?.user.click(screen.getByRole("radio", { name: text("notifications.list.unread") }));
    await waitFor(() => expect(location.search).toBe("?read=unread&kind=message"));
    await waitFor(() => expect(titles()).toEqual(["Title 2"]));
  });

  it("says what to do when it is empty", async () => {
    await open(language, new NotificationKeeper([]));
    expect(await screen.findByText(text("notifications.list.empty_title"))).toBeTruthy();
    expect(screen.getByRole("link", { name: text("notifications.preferences") }).getAttribute("href")).toBe(
      "/editprofile?section=notifications",
    );
    await opened?.close();
    await open(language, new NotificationKeeper(someNotifications(1, { is_read: true })), {
      address: "?read=unread",
    });
    expect(await screen.findByText(text("notifications.list.empty_unread_title"))).toBeTruthy();
    await opened?.close();
    await open(language, new NotificationKeeper(someNotifications(1)), { address: "?kind=snag" });
    expect(await screen.findByText(text("notifications.list.empty_filter_title"))).toBeTruthy();
    await press(text("notifications.list.show_all"));
    expect(await screen.findByText("Title 1")).toBeTruthy();
    expect(location.search).toBe("");
  });

  it("reports for three seconds that many could not be changed, and changes nothing", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const no = () => refuse(500, "SERVER", "No.");
    await open(language, new NotificationKeeper(someNotifications(3)), {
      answers: {
        "PUT /api/notifications/mark-read": no,
        "PUT /api/notifications/mark-unread": no,
        "POST /api/notifications/delete": no,
      },
    });
    const toasts: ToastRequest[] = [];
    await choose("Title 3", "Title 2");
    const stop = serveToasts((toast) => toasts.push(toast));
    await press(text("notifications.list.mark_read"));
    await waitFor(() => expect(toasts).toHaveLength(1));
    await press(text("notifications.list.mark_unread"));
    await waitFor(() => expect(toasts).toHaveLength(2));
    await press(text("common.delete"));
    const question = await screen.findByRole("alertdialog");
    await opened?.user.click(within(question).getByRole("button", { name: text("common.delete") }));
    await waitFor(() => expect(toasts).toHaveLength(3));
    stop();
    const told = toasts.map(({ title, text: why, duration }) => [title, why, duration]);
    expect(limits.toast.form).toBe(3000);
    expect(told).toEqual([
      [text("errors.title.bulk"), text("errors.failed.notifications_read"), 3000],
      [text("errors.title.bulk"), text("errors.failed.notifications_unread"), 3000],
      [text("errors.title.bulk"), text("errors.failed.notifications_delete"), 3000],
    ]);
    expect(titles()).toEqual(["Title 3", "Title 2", "Title 1"]);
    expect(document.querySelectorAll("[data-unread]")).toHaveLength(3);
  });

  it("only logs when one could not be changed, or the list could not be loaded", async () => {
    const logged: unknown[] = [];
    vi.spyOn(console, "error").mockImplementation((message) => void logged.push(message));
    const toasts: ToastRequest[] = [];
    await open(language, new NotificationKeeper(someNotifications(2)), {
      answers: { "PUT /api/notifications/mark-read": () => refuse(500, "SERVER", "No.") },
    });
    const button = await screen.findByRole("button", {
      name: text("notifications.list.mark_read_named", { title: "Title 2" }),
    });
    const stop = serveToasts((toast) => toasts.push(toast));
    await opened?.user.click(button);
    await waitFor(() => expect(opened?.api.calls("PUT /api/notifications/mark-read")).toHaveLength(1));
    await waitFor(() => expect(logged).toContain(text("errors.failed.notifications_read")));
    expect(row("Title 2").dataset["unread"]).toBe("true");
    await opened?.close();
    await open(language, new NotificationKeeper([]), {
      answers: { "GET /api/notifications": () => refuse(403, "FORBIDDEN", "No.") },
    });
    expect(await screen.findByRole("alert")).toBeTruthy();
    stop();
    expect(logged).toContain("Failed to fetch notifications:");
    expect(toasts).toEqual([]);
  });
});
