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

/** A browser's page without its screen: the product's own client, cache and rules for a person's news. */
export interface BellPage {
  readonly id_user: number;
  /** The list as it is shown, newest first, and the number beside the bell. */
  shown(): readonly Notification[];
  unread(): number | undefined;
  /** How often the channel was heard, the first time included. */
  heard(): number;
  /** News that was told twice over the socket. */
  readonly toldTwice: readonly number[];
  /** Times at which the list showed something twice or out of order. */
  readonly disorders: number;
  /** Nothing is being asked. */
  isQuiet(): boolean;
  /** Scrolls to the end of the list. */
  scroll(): Promise<void>;
  close(): void;
}

export interface BellPageOptions {
  readonly client: TestClient;
  readonly id_user: number;
  /** What the server's boot block says, and the port where its sockets are reached. */
  readonly key: string;
  readonly port: number;
  /** Rows that the list fetches at a time; 25 as the product's own screen. */
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
  // As `use-news.ts` has it.
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

/** What sockets are opened with; the page has it from its boot block, which wants a built web part. */
export async function realtimeKey(client: TestClient): Promise<string> {
  const { body } = await client.raw("POST /api/broadcasting/auth", {
    body: { socket_id: "1.1", channel_name: "private-settings" },
  });
  const { auth } = body as { auth: string };
  // The key stands before the signature.
  return auth.slice(0, auth.indexOf(":"));
}
