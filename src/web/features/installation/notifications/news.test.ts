import { expect, it } from "vitest";
import { changed, everything, fits, readNews, unreadOnly, withNews } from "./news.ts";
import { aNotification, someNotifications } from "./testing.ts";

const ids = (items: readonly { id: number }[]) => items.map(({ id }) => id);
const news = (id: number, replaces: readonly number[] = []) => ({
  notification: aNotification({ id }),
  unread: 1,
  browser: false,
  replaces,
});

it("A new notification is at the top, once, and replaces those that it stands for", () => {
  const before = someNotifications(3);
  expect(ids(withNews(before, news(4), everything))).toEqual([4, 3, 2, 1]);
  expect(ids(withNews(withNews(before, news(4), everything), news(4), everything))).toEqual([4, 3, 2, 1]);
  expect(ids(withNews(before, news(4, [3, 1]), everything))).toEqual([4, 2]);
});

it("Of two sent at the same moment the older one is below, whichever arrives last", () => {
  expect(
    ids(
      withNews(
        [5, 2].map((id) => aNotification({ id })),
        news(4),
        everything,
      ),
    ),
  ).toEqual([5, 4, 2]);
  expect(
    ids(
      withNews(
        [5, 4].map((id) => aNotification({ id })),
        news(2),
        everything,
      ),
    ),
  ).toEqual([5, 4, 2]);
});

it("A list with another filter does not get the new notification", () => {
  expect(withNews([], news(4), { read: "read", kind: null })).toEqual([]);
  expect(withNews([], news(4), { read: null, kind: "snag" })).toEqual([]);
  expect(ids(withNews([], news(4), { read: "unread", kind: "visit_created" }))).toEqual([4]);
});

it("A confirmed change is applied to every list, and removes notifications that no longer match", () => {
  const before = someNotifications(3);
  const read = changed(before, { do: "read", ids: [2, 9] }, everything);
  expect(read.map(({ is_read }) => is_read)).toEqual([false, true, false]);
  expect(ids(changed(before, { do: "read", ids: [2] }, unreadOnly))).toEqual([3, 1]);
  expect(changed(read, { do: "unread", ids: [2] }, everything)).toEqual(before);
  expect(ids(changed(before, { do: "delete", ids: [3, 1] }, everything))).toEqual([2]);
  expect(ids(changed(read, { do: "delete-read" }, everything))).toEqual([3, 1]);
  expect(changed(before, { do: "read-all" }, everything).every(({ is_read }) => is_read)).toBe(true);
});

it("Marking everything as read leaves notifications that had not been seen then", () => {
  expect(ids(changed(someNotifications(3), { do: "read-all", up_to: 2 }, unreadOnly))).toEqual([3]);
});

it("A filter checks both the read state and the kind", () => {
  const one = aNotification({ is_read: true, kind: "message" });
  expect(fits(one, everything)).toBe(true);
  expect(fits(one, { read: "read", kind: "message" })).toBe(true);
  expect(fits(one, { read: "unread", kind: "message" })).toBe(false);
  expect(fits(one, { read: null, kind: "plan" })).toBe(false);
});

it("An event may carry the count and more, or the bare notification; anything else is ignored", () => {
  const notification = aNotification();
  expect(readNews({ notification, unread: 4, browser: false, replaces: [7] })).toEqual({
    notification,
    unread: 4,
    browser: false,
    replaces: [7],
  });
  expect(readNews(notification)).toEqual({ notification, unread: undefined, browser: true, replaces: [] });
  for (const nonsense of [null, "x", {}, { notification: { id: "1" } }, []])
    expect(readNews(nonsense)).toBeNull();
});
