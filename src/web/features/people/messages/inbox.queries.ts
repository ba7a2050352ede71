import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Correspondent, Message } from "#contract/messages.ts";
import { ApiError, call, type Output } from "#web/lib/client.ts";
import { logFailure } from "#web/lib/log.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import type { TextKey } from "#web/lib/use-text.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { LATEST, readMessages } from "./messages.ts";

export interface ConversationFilter {
  readonly search: string;
  readonly unread: boolean;
  readonly starred: boolean;
  readonly deleted: boolean;
}

export const keys = {
  all: ["messages"],
  unread: ["messages", "unread"],
  latest: ["messages", "latest"],
  conversations: ["messages", "conversations"],
  list: (filter: ConversationFilter) => ["messages", "conversations", filter],
  conversation: (peer: number) => ["messages", "conversation", peer],
  threads: ["messages", "thread"],
  thread: (peer: number, deleted: boolean) => ["messages", "thread", peer, deleted],
  one: (id: number) => ["messages", "one", id],
  recipients: (search: string) => ["messages", "recipients", search],
} as const;

export const threadPage = 50;
const conversationPage = 30;

/**
 * Logs and rethrows an error of the inbox, without a toast, as specified; with the server's text, or the fallback where
 * it gave none.
 */
export async function logged<T>(fallback: TextKey, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, fields, values } = error;
    const text = error.message === "" ? translate.get()(fallback) : error.message;
    logFailure(text, error);
    throw new ApiError(status, code, text, { fields, values });
  }
}

/** Number of unread messages, shared by all displays; undefined until it is loaded. */
export function useUnread(): number | undefined {
  return useQuery({
    queryKey: keys.unread,
    enabled: useSettled(),
    queryFn: async ({ signal }) =>
      (await logged("errors.failed.messages", call("GET /api/messages/unread", {}, { signal }))).unread,
  }).data;
}

/** Loads the newest unread messages, as many as the dropdown shows. */
export function useLatest() {
  return useQuery({
    queryKey: keys.latest,
    queryFn: async ({ signal }) => {
      const query = { unread: 1 as const, per_page: LATEST };
      const reply = call("GET /api/messages", { query }, { signal });
      return readMessages(await logged("errors.failed.messages", reply));
    },
  });
}

export type ConversationPage = Output<"GET /api/messages/conversations">;

/** Loads the conversations, page by page. */
export function useConversations({ search, unread, starred, deleted }: ConversationFilter) {
  return useInfiniteQuery({
    queryKey: keys.list({ search, unread, starred, deleted }),
    initialPageParam: 1,
    queryFn: ({ signal, pageParam: page }) => {
      const query = {
        page,
        per_page: conversationPage,
        ...(search !== "" && { search }),
        ...(unread && { unread: 1 as const }),
        ...(starred && { starred: 1 as const }),
        ...(deleted && { include_deleted: 1 as const }),
      };
      return logged("errors.failed.messages", call("GET /api/messages/conversations", { query }, { signal }));
    },
    getNextPageParam: ({ page, per_page, total }) => (page * per_page < total ? page + 1 : null),
    placeholderData: keepPreviousData,
  });
}

/** The other person and whether they may be messaged, from past messages or from the allowed recipients. */
export interface Standing {
  readonly person: Correspondent | null;
  readonly mayWrite: boolean;
}

/** Null for a user without past messages who may not be messaged. */
export function useStanding(peer: number) {
  return useQuery({
    queryKey: keys.conversation(peer),
    queryFn: async ({ signal }): Promise<Standing | null> => {
      const query = { with: peer, include_deleted: 1 as const };
      const { items } = await logged(
        "errors.failed.messages",
        call("GET /api/messages/conversations", { query }, { signal }),
      );
      const [found] = items;
      if (found !== undefined) return { person: found.person, mayWrite: found.can["write"] === true };
      if (peer === 0) return { person: null, mayWrite: false };
      const [person] = await call("GET /api/messages/recipients", { query: { id: peer } }, { signal });
      return person === undefined ? null : { person, mayWrite: true };
    },
  });
}

/** Loads the messages with one person, the newest first, page by page into the past. */
export function useThread(peer: number, deleted: boolean) {
  return useInfiniteQuery({
    queryKey: keys.thread(peer, deleted),
    initialPageParam: null as number | null,
    queryFn: async ({ signal, pageParam: before }): Promise<readonly Message[]> => {
      const query = {
        with: peer,
        per_page: threadPage,
        ...(before !== null && { before }),
        ...(deleted && { include_deleted: 1 as const }),
      };
      const reply = call("GET /api/messages", { query }, { signal });
      return readMessages(await logged("errors.failed.messages", reply));
    },
    getNextPageParam: (last) => (last.length < threadPage ? null : (last.at(-1)?.id ?? null)),
  });
}

/** Loads one message, to find its conversation. */
export function useMessage(id: number | null) {
  return useQuery({
    queryKey: keys.one(id ?? 0),
    enabled: id !== null,
    queryFn: ({ signal }) =>
      logged(
        "errors.failed.messages",
        call("GET /api/messages/{id}", { params: { id: id ?? 0 } }, { signal }),
      ),
  });
}

/** Finds users who may be messaged. */
export function useRecipients(search: string) {
  return useQuery({
    queryKey: keys.recipients(search),
    queryFn: ({ signal }) => call("GET /api/messages/recipients", { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  });
}
