import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Correspondent, Message } from "#contract/messages.ts";
import { ApiError, call, type Output } from "#web/lib/client.ts";
import { logFailure } from "#web/lib/log.ts";
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
 * As specified, what fails in the inbox is thrown and logged with its text, the server's own where it gave one, and
 * no toast is raised.
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

/** How many are unread: the one number that everything shows; undefined until it is known. */
export function useUnread(): number | undefined {
  return useQuery({
    queryKey: keys.unread,
    queryFn: async ({ signal }) =>
      (await logged("errors.failed.messages", call("GET /api/messages/unread", {}, { signal }))).unread,
  }).data;
}

/** The newest unread ones, as many as the dropdown shows. */
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

/** With whom one writes, part by part. */
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

/** Who the other one is and whether he may be written to, from what was written or from whom one may write to. */
export interface Standing {
  readonly person: Correspondent | null;
  readonly mayWrite: boolean;
}

/** Null for somebody with whom nothing was ever written and whom one may not write to. */
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

/** What was written with one person, the newest first, part by part into the past. */
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

/** One message, to find its conversation. */
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

/** People whom one may write to. */
export function useRecipients(search: string) {
  return useQuery({
    queryKey: keys.recipients(search),
    queryFn: ({ signal }) => call("GET /api/messages/recipients", { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  });
}
