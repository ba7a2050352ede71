import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { type Answers, refuse } from "#test/web/api-server.ts";
import { serveToasts, type ToastRequest } from "#web/lib/toasts.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aNotification, NotificationKeeper, someNotifications } from "./testing.ts";

const words = {
  en: {
    list: /^Notifications, /,
    choose: (title: string) => `Select “${title}”`,
    selectAll: "Select all shown",
    read: "Mark as read",
    unread: "Mark as unread",
    readAll: "Mark all as read",
    delete: "Delete",
    deleteRead: "Delete read",
    more: "Load more",
    onlyUnread: "Unread",
    upToDate: "You are up to date",
    nothing: "Nothing matches",
    showAll: "Show all notifications",
    none: "No notifications yet",
    toPreferences: "Notification preferences",
    today: "Today",
    yesterday: "Yesterday",
    error: "Error!",
    failedRead: "Failed to mark notifications as read",
    failedUnread: "Failed to mark notifications as unread",
    failedDelete: "Failed to delete notifications",
    turn: "Mark “Title 2” as read",
  },
  ar: {
    list: /^الإشعارات، |^الإشعارات, /,
    choose: (title: string) => `تحديد «${title}»`,
    selectAll: "تحديد كل المعروض",
    read: "تحديد كمقروء",
    unread: "تحديد كغير مقروء",
    readAll: "تحديد الكل كمقروء",
    delete: "حذف",
    deleteRead: "حذف المقروءة",
    more: "تحميل المزيد",
    onlyUnread: "غير المقروءة",
    upToDate: "اطلعت على كل شيء",
    nothing: "لا توجد نتائج",
    showAll: "عرض كل الإشعارات",
    none: "لا توجد إشعارات بعد",
    toPreferences: "تفضيلات الإشعارات",
    today: "اليوم",
    yesterday: "أمس",
    error: "خطأ!",
    failedRead: "تعذّر تحديد الإشعارات كمقروءة",
    failedUnread: "تعذّر تحديد الإشعارات كغير مقروءة",
    failedDelete: "تعذّر حذف الإشعارات",
    turn: "تحديد «Title 2» كمقروء",
  },
} as const;

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
  const text = words[language];

  const choose = async (...chosen: string[]) => {
    for (const title of chosen)
      await opened?.user.click(await screen.findByRole("checkbox", { name: text.choose(title) }));
  };
  const press = async (name: string) => opened?.user.click(await screen.findByRole("button", { name }));

  it("stands day by day, newest first", async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const now = new Date().toISOString();
    await open(
      language,
      new NotificationKeeper([
        aNotification({ id: 2, created_at: now }),
        aNotification({ id: 1, created_at: yesterday }),
      ]),
    );
    const today = await screen.findByRole("region", { name: text.today });
    expect(within(today).getByText("Title 2")).toBeTruthy();
    expect(within(screen.getByRole("region", { name: text.yesterday })).getByText("Title 1")).toBeTruthy();
  });

  it("marks three as read, and as unread again, in one call each", async () => {
    const keeper = new NotificationKeeper(someNotifications(4));
    const { api } = await open(language, keeper);
    await choose("Title 4", "Title 2", "Title 1");
    await press(text.read);
    await waitFor(() => expect(keeper.unread).toBe(1));
    await waitFor(() => expect(row("Title 4").dataset["unread"]).toBeUndefined());
    expect(row("Title 3").dataset["unread"]).toBe("true");
    expect(api.calls("PUT /api/notifications/mark-read")[0]?.body).toEqual({ notification_ids: [4, 2, 1] });
    await choose("Title 4", "Title 2", "Title 1");
    await press(text.unread);
    await waitFor(() => expect(row("Title 4").dataset["unread"]).toBe("true"));
    expect(keeper.unread).toBe(4);
  });

  it("chooses everything between two boxes with Shift, and everything shown by one box", async () => {
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

  it("deletes what was chosen, after asking", async () => {
    const keeper = new NotificationKeeper(someNotifications(3));
    await open(language, keeper);
    await choose("Title 3", "Title 1");
    await press(text.delete);
    const question = await screen.findByRole("alertdialog");
    expect(keeper.items).toHaveLength(3);
    await opened?.user.click(within(question).getByRole("button", { name: text.delete }));
    await waitFor(() => expect(titles()).toEqual(["Title 2"]));
    expect(keeper.items.map(({ id }) => id)).toEqual([2]);
  });

  it("deletes what is read, and keeps what is not", async () => {
    const keeper = new NotificationKeeper([
      aNotification({ id: 2 }),
      aNotification({ id: 1, is_read: true }),
    ]);
    await open(language, keeper);
    await screen.findByText("Title 1");
    await press(text.deleteRead);
    const question = await screen.findByRole("alertdialog");
    await opened?.user.click(within(question).getByRole("button", { name: text.delete }));
    await waitFor(() => expect(titles()).toEqual(["Title 2"]));
  });

  it("marks everything as read", async () => {
    const keeper = new NotificationKeeper(someNotifications(3));
    await open(language, keeper);
    await screen.findByText("Title 3");
    await press(text.readAll);
    await waitFor(() => expect(document.querySelector("[data-unread]")).toBeNull());
    expect(keeper.unread).toBe(0);
  });

  it("goes on below the oldest that is shown", async () => {
    const { api } = await open(language, new NotificationKeeper(someNotifications(30)));
    await press(text.more);
    await waitFor(() => expect(titles()).toHaveLength(30));
    expect(api.calls("GET /api/notifications").at(-1)?.query.get("before")).toBe("6");
    expect(screen.queryByRole("button", { name: text.more })).toBeNull();
  });

  it("keeps its filter in the address and shows by it", async () => {
    const items = [aNotification({ id: 2, kind: "message" }), aNotification({ id: 1, is_read: true })];
    await open(language, new NotificationKeeper(items), { address: "?kind=message" });
    await waitFor(() => expect(titles()).toEqual(["Title 2"]));
    await opened?.user.click(screen.getByRole("radio", { name: text.onlyUnread }));
    await waitFor(() => expect(location.search).toBe("?read=unread&kind=message"));
    await waitFor(() => expect(titles()).toEqual(["Title 2"]));
  });

  it("says what to do where there is nothing", async () => {
    await open(language, new NotificationKeeper([]));
    expect(await screen.findByText(text.none)).toBeTruthy();
    expect(screen.getByRole("link", { name: text.toPreferences }).getAttribute("href")).toBe(
      "/editprofile?section=notifications",
    );
    await opened?.close();
    await open(language, new NotificationKeeper(someNotifications(1, { is_read: true })), {
      address: "?read=unread",
    });
    expect(await screen.findByText(text.upToDate)).toBeTruthy();
    await opened?.close();
    await open(language, new NotificationKeeper(someNotifications(1)), { address: "?kind=snag" });
    expect(await screen.findByText(text.nothing)).toBeTruthy();
    await press(text.showAll);
    expect(await screen.findByText("Title 1")).toBeTruthy();
    expect(location.search).toBe("");
  });

  it("says for three seconds when many could not be changed, and changes nothing", async () => {
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
    await press(text.read);
    await waitFor(() => expect(toasts).toHaveLength(1));
    await press(text.unread);
    await waitFor(() => expect(toasts).toHaveLength(2));
    await press(text.delete);
    const question = await screen.findByRole("alertdialog");
    await opened?.user.click(within(question).getByRole("button", { name: text.delete }));
    await waitFor(() => expect(toasts).toHaveLength(3));
    stop();
    const told = toasts.map(({ title, text: why, duration }) => [title, why, duration]);
    expect(limits.toast.form).toBe(3000);
    expect(told).toEqual([
      [text.error, text.failedRead, 3000],
      [text.error, text.failedUnread, 3000],
      [text.error, text.failedDelete, 3000],
    ]);
    expect(titles()).toEqual(["Title 3", "Title 2", "Title 1"]);
    expect(document.querySelectorAll("[data-unread]")).toHaveLength(3);
  });

  it("only logs when one could not be changed, or the list did not come", async () => {
    const logged: unknown[] = [];
    vi.spyOn(console, "error").mockImplementation((message) => void logged.push(message));
    const toasts: ToastRequest[] = [];
    await open(language, new NotificationKeeper(someNotifications(2)), {
      answers: { "PUT /api/notifications/mark-read": () => refuse(500, "SERVER", "No.") },
    });
    const button = await screen.findByRole("button", { name: text.turn });
    const stop = serveToasts((toast) => toasts.push(toast));
    await opened?.user.click(button);
    await waitFor(() => expect(opened?.api.calls("PUT /api/notifications/mark-read")).toHaveLength(1));
    await waitFor(() => expect(logged).toContain(text.failedRead));
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
