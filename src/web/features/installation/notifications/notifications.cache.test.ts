import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished, vi } from "vitest";
import { soon } from "#test/soon.ts";
import { keys, takeCount, takeNews } from "./notifications.cache.ts";
import { aNotification } from "./testing.ts";

/** A badge with a server that counts `rows()`, and responds when it is released. */
async function badge(rows: () => number) {
  const client = new QueryClient();
  let held: Promise<void> | undefined;
  const observer = new QueryObserver(client, {
    queryKey: keys.unread,
    queryFn: async () => {
      const counted = rows();
      await held;
      return counted;
    },
  });
  onTestFinished(observer.subscribe(() => undefined));
  const shown = () => observer.getCurrentResult().data;
  await soon(() => expect(shown()).toBe(rows()));
  return {
    client,
    shown,
    observer,
    hold(until: Promise<void>) {
      held = until;
    },
  };
}

const told = (id: number, unread: number) => ({
  notification: aNotification({ id }),
  unread,
  browser: false,
  replaces: [],
});

it("The count of an event is shown, and not fetched when it is the expected one", async () => {
  const rows = vi.fn(() => 5);
  const { client, shown } = await badge(rows);
  takeNews(client, told(6, 6));
  expect(shown()).toBe(6);
  expect(client.isFetching()).toBe(0);
});

it("Of two sent at the same moment neither counted the other: then the server is queried", async () => {
  let rows = 5;
  const { client, shown } = await badge(() => rows);
  rows = 7;
  takeNews(client, told(6, 6));
  takeNews(client, told(7, 6));
  await soon(() => expect(shown()).toBe(7));
});

it("A response under way when the notification came does not undo it", async () => {
  let rows = 5;
  const { client, shown, hold, observer } = await badge(() => rows);
  const release = Promise.withResolvers<void>();
  hold(release.promise);
  void observer.refetch();
  rows = 6;
  takeNews(client, told(6, 6));
  release.resolve();
  await soon(() => expect(client.isFetching()).toBe(0));
  expect(shown()).toBe(6);
});

it("Marks from another tab are counted again: a notification of the same moment is not in its count", async () => {
  let rows = 5;
  const { client, shown } = await badge(() => rows);
  takeNews(client, told(6, 6));
  rows = 5;
  takeCount(client, 4);
  await soon(() => expect(shown()).toBe(5));
});
