import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type Address, listAddress, positive, searchOf } from "#web/lib/list-state.ts";
import type { ConversationFilter } from "./inbox.queries.ts";

export interface InboxState extends ConversationFilter {
  /** Id of the open conversation's person; 0 for the server's messages, null for none. */
  readonly with: number | null;
}

export const plainInbox: InboxState = {
  search: "",
  unread: false,
  starred: false,
  deleted: false,
  with: null,
};

/** Parses the inbox state of an address; invalid parts are ignored. */
export function readInbox(address: Address): InboxState {
  const peer = address["with"];
  return {
    search: searchOf(address),
    unread: address["unread"] === 1,
    starred: address["starred"] === 1,
    deleted: address["deleted"] === 1,
    with: peer === 0 ? 0 : positive(peer),
  };
}

export const writeInbox = (state: InboxState) => listAddress(state, plainInbox);

export interface InboxAddress {
  readonly state: InboxState;
  /** The message in the path. */
  readonly messageId: number | null;
  /** Changes the filters of the list, keeping the open conversation. */
  filter(change: Partial<ConversationFilter>): void;
  open(peer: number): void;
  /** Returns to the list, on screens with room for only one of the two. */
  closeThread(): void;
  /** The address of a conversation, or of a message in it. */
  hrefOf(peer: number, messageId?: number): string;
}

export function useInbox(): InboxAddress {
  const state = readInbox(useSearch({ strict: false }));
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const pathOf = (messageId: number | null) => (messageId === null ? "/inbox" : `/inbox/${messageId}`);
  const messageId = positive(id);
  const hrefOf = (next: InboxState, message: number | null) => {
    const search = new URLSearchParams(
      Object.entries(writeInbox(next)).map(([name, value]) => [name, String(value)]),
    ).toString();
    return pathOf(message) + (search === "" ? "" : `?${search}`);
  };
  const go = (href: string, replace = false) => void navigate({ href, replace, resetScroll: false });
  return {
    state,
    messageId,
    filter: (change) => go(hrefOf({ ...state, ...change }, messageId), true),
    open: (peer) => go(hrefOf({ ...state, with: peer }, null)),
    closeThread: () => go(hrefOf({ ...state, with: null }, null)),
    hrefOf: (peer, message) =>
      message === undefined
        ? hrefOf({ ...state, with: peer }, null)
        : hrefOf({ ...state, with: null }, message),
  };
}
