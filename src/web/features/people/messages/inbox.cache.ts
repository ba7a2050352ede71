import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Message } from "#contract/messages.ts";
import { keys } from "./inbox.queries.ts";
import { isUnreadFor, LATEST, peerOf, withMessage } from "./messages.ts";

type Pages = InfiniteData<readonly Message[], number | null>;

/** Adds a new message, sent or received, at the top of every list that it belongs to. */
export function takeMessage(client: QueryClient, message: Message, userId: number, unread?: number): void {
  const peer = peerOf(message, userId);
  const isNews = isUnreadFor(message, userId);
  for (const deleted of [true, false])
    client.setQueryData<Pages>(keys.thread(peer, deleted), (thread) => {
      if (thread === undefined) return thread;
      const [newest = [], ...older] = thread.pages;
      return { ...thread, pages: [withMessage(newest, message), ...older] };
    });
  if (isNews) {
    client.setQueryData<readonly Message[]>(keys.latest, (latest) =>
      latest === undefined ? latest : withMessage(latest, message).slice(0, LATEST),
    );
    const before = client.getQueryData<number>(keys.unread);
    const expected = before === undefined ? before : before + 1;
    // Neither of two simultaneous messages counts the other, and a pending answer may be older than both.
    const isSure = expected === (unread ?? expected) && client.isFetching({ queryKey: keys.all }) === 0;
    client.setQueryData<number>(keys.unread, unread ?? expected);
    if (!isSure)
      for (const queryKey of [keys.unread, keys.latest]) void client.invalidateQueries({ queryKey });
  }
  void client.invalidateQueries({ queryKey: keys.conversations });
  void client.invalidateQueries({ queryKey: keys.conversation(peer) });
  // The event truncates very long messages, and a pending answer may be older than it.
  const isOnTheWay = client.isFetching({ queryKey: keys.threads }) > 0;
  if (isOnTheWay || message.content.endsWith("…")) void client.invalidateQueries({ queryKey: keys.threads });
}

/** Updates messages to the state that the server has confirmed; `unread` remain. */
export function takeChange(
  client: QueryClient,
  ids: readonly number[],
  change: Partial<Pick<Message, "is_read" | "starred" | "is_deleted">>,
  unread?: number,
): void {
  const isMeant = ({ id }: Message) => ids.includes(id);
  const changed = (message: Message) => (isMeant(message) ? { ...message, ...change } : message);
  for (const [key, thread] of client.getQueriesData<Pages>({ queryKey: keys.threads })) {
    if (thread === undefined) continue;
    const withDeleted = key[3] === true;
    const pages = thread.pages.map((page) =>
      page.map(changed).filter((message) => withDeleted || !message.is_deleted),
    );
    client.setQueryData<Pages>(key, { ...thread, pages });
  }
  if (change.starred === undefined)
    client.setQueryData<readonly Message[]>(keys.latest, (latest) =>
      latest?.map(changed).filter(({ is_read, is_deleted }) => !is_read && !is_deleted),
    );
  if (unread !== undefined) client.setQueryData(keys.unread, unread);
  void client.invalidateQueries({ queryKey: keys.conversations });
  void client.invalidateQueries({ queryKey: keys.latest });
}

/** Refetches everything: something changed elsewhere, or events may have been missed. */
export function refreshInbox(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.all });
}
