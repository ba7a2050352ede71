import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import type { Notification } from "#contract/notifications.ts";
import { everything, type Page, readNews } from "#web/features/installation/notifications/news.ts";
import {
  keys,
  refresh,
  refreshIfCountDiffers,
  takeCount,
  takeNews,
} from "#web/features/installation/notifications/notifications.cache.ts";
import type { TestClient } from "../client.ts";
import { patiently } from "./common.ts";
import { openPageLine } from "./page-line.ts";

/** A browser page without a screen: the product's own client, cache and rules for a user's notifications. */
export interface BellPage {
  readonly id_user: number;
  /** The displayed list, newest first, and the count beside the bell. */
  shown(): readonly Notification[];
  unread(): number | undefined;
  /** Number of subscriptions to the channel, including the first. */
  heard(): number;
  /** Notifications that were delivered twice over the socket. */
  readonly toldTwice: readonly number[];
  /** Number of times the list contained a duplicate or was out of order. */
  readonly disorders: number;
  /** No request is in progress. */
  isQuiet(): boolean;
  /** Scrolls to the end of the list. */
  scroll(): Promise<void>;
  close(): void;
}

export interface BellPageOptions {
  readonly client: TestClient;
  readonly id_user: number;
  /** The key from the server's boot block, and the port of its sockets. */
  readonly key: string;
  readonly port: number;
  /** Rows that the list fetches at a time; 25 as on the product's own screen. */
  readonly perPage?: number;
}

export async function openBellPage(options: BellPageOptions): Promise<BellPage> {
  const { client, id_user, key, port, perPage = 25 } = options;
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 2 } } });
  const count = new QueryObserver(cache, {
    queryKey: keys.unread,
    queryFn: async () => (await client.call("GET /api/notifications/unread")).unread,
  });
  const list = new InfiniteQueryObserver(cache, {
    queryKey: [...keys.lists, "en", everything],
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam: before }): Promise<Page> => {
      const query = { limit: perPage, ...(before !== null && { before }) };
      const items = await client.call("GET /api/notifications", { query });
      return { items, next: items.length < perPage ? null : (items.at(-1)?.id ?? null) };
    },
    getNextPageParam: ({ next }) => next,
  });
  const shown = () => list.getCurrentResult().data?.pages.flatMap(({ items }) => items) ?? [];
  const told = new Set<number>();
  const toldTwice: number[] = [];
  let disorders = 0;
  let heard = 0;
  const stops = [
    count.subscribe(() => undefined),
    list.subscribe(() => {
      if (shown().some(({ id }, at, all) => at > 0 && id >= (all[at - 1]?.id ?? 0))) disorders += 1;
    }),
  ];
  const line = openPageLine({ client, key, port });
  const channel = `private-user-${id_user}`;
  // As in `use-news.ts`.
  stops.push(
    line.subscribe(channel, "new-notification", (data) => {
      const news = readNews(data);
      if (news === null) return;
      if (told.has(news.notification.id)) toldTwice.push(news.notification.id);
      told.add(news.notification.id);
      takeNews(cache, news);
    }),
    line.subscribe(channel, "notifications-changed", (data) =>
      takeCount(cache, (data as { unread: number }).unread),
    ),
    line.subscribe(channel, "pusher:subscription_succeeded", () => {
      heard += 1;
      if (heard > 1) refresh(cache);
      else void refreshIfCountDiffers(cache);
    }),
  );
  await patiently(async () => {
    if (heard === 0) throw new Error("The channel is not heard.");
  });
  return {
    id_user,
    shown,
    unread: () => count.getCurrentResult().data,
    heard: () => heard,
    toldTwice,
    get disorders() {
      return disorders;
    },
    isQuiet: () => cache.isFetching() === 0,
    async scroll() {
      while (list.getCurrentResult().hasNextPage) await list.fetchNextPage();
    },
    close() {
      for (const stop of stops) stop();
      cache.clear();
    },
  };
}

/** The key that opens sockets; a page has it from its boot block, which requires a built web part. */
export async function realtimeKey(client: TestClient): Promise<string> {
  const { body } = await client.raw("POST /api/broadcasting/auth", {
    body: { socket_id: "1.1", channel_name: "private-settings" },
  });
  const { auth } = body as { auth: string };
  // The key precedes the signature.
  return auth.slice(0, auth.indexOf(":"));
}
