import { randomUUID } from "node:crypto";
import type { Knobs } from "#test/tool-service/tool-service.ts";
import { NotInContract, textOf } from "#test/tool-service/wire.ts";
import type { Schema } from "./graphql.ts";
import {
  type Board,
  type Column,
  type Item,
  labelOf,
  labels,
  MondayError,
  type Store,
  type Update,
} from "./store.ts";

export interface State {
  readonly store: Store;
  readonly knobs: Knobs;
  /** The file of the call. */
  readonly file: File | undefined;
  /** `Idempotency-Key`; empty where there was none. */
  readonly key: string;
  /** Sends the challenge; false when the URL did not return it. */
  readonly challenge: (url: string) => Promise<boolean>;
}

const plain = (...names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      { get: (parent: never) => (parent as Readonly<Record<string, unknown>>)[name] },
    ]),
  );
const oneOf = (known: readonly string[], asked: unknown, what: string): string => {
  if (!known.includes(String(asked))) throw new NotInContract(`${what} ${String(asked)}`);
  return String(asked);
};

const webhookEvents = ["change_status_column_value", "item_archived", "item_deleted", "item_restored"];

/** The first page of a list, and a cursor for the rest. */
function page(store: Store, items: readonly Item[], limit: number) {
  const rest = items.slice(limit);
  const cursor = rest.length === 0 ? null : randomUUID();
  if (cursor !== null && store.deadCursors > 0) store.deadCursors -= 1;
  else if (cursor !== null) store.cursors.set(cursor, rest);
  return { cursor, items: items.slice(0, limit) };
}

function valueOf(item: Item, column: Column) {
  const value = item.values.get(column.id) ?? null;
  const index = column.type === "status" ? labelOf(value) : undefined;
  const label = index === undefined ? undefined : labels[index as keyof typeof labels];
  const text = label ?? (column.type === "link" ? joined(value) : (value?.["text"] ?? value?.["date"]));
  const names: Readonly<Record<string, string>> = { status: "StatusValue", link: "LinkValue" };
  return {
    typename: names[column.type] ?? "ColumnValue",
    id: column.id,
    type: column.type,
    text: text ?? null,
    value: value === null ? null : JSON.stringify(value),
    index,
    label,
    url: value?.["url"],
  };
}
/** The text of a link is its label and its URL. */
const joined = (value: Readonly<Record<string, unknown>> | null) =>
  value === null ? null : `${String(value["text"])} - ${String(value["url"])}`;

const sinceOf = (from: unknown) => (typeof from === "string" ? Date.parse(from) * 10_000 : 0);

async function taken(file: File | undefined, { isFull }: Knobs) {
  if (file === undefined) throw new NotInContract("no file");
  if (isFull) throw new MondayError("FILE_SIZE_LIMIT_EXCEEDED", "Storage limit reached");
  return { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
}

export const schema: Schema<State> = {
  Query: {
    me: { of: "User", get: (_, __, { store }) => store.me },
    boards: {
      args: ["ids", "limit", "page", "state", "hierarchy_types"],
      of: "Board",
      get: (_, { ids, limit = 25, page: number = 1, hierarchy_types, state }, { store, knobs }) => {
        if (Array.isArray(ids)) return store.boards.filter(({ id }) => ids.map(String).includes(id));
        oneOf(["active"], state ?? "active", "state");
        const kinds = (hierarchy_types as readonly string[] | undefined) ?? ["classic"];
        const size = knobs.pageSize ?? Number(limit);
        return store.boards
          .filter(({ state, hierarchy }) => state === "active" && kinds.includes(hierarchy))
          .slice((Number(number) - 1) * size, Number(number) * size);
      },
    },
    items: {
      args: ["ids", "limit"],
      of: "Item",
      get: (_, { ids }, { store }) =>
        (ids as readonly unknown[]).flatMap((id) => {
          const item = store.items.get(String(id));
          return item === undefined || item.state === "deleted" ? [] : [item];
        }),
    },
    next_items_page: {
      args: ["cursor", "limit"],
      of: "Page",
      get: (_, { cursor, limit = 25 }, { store, knobs }) => {
        const rest = store.cursors.get(String(cursor));
        if (rest === undefined)
          throw new MondayError("CursorExpiredError", "The cursor provided is no longer valid");
        return page(store, rest, knobs.pageSize ?? Number(limit));
      },
    },
    webhooks: {
      args: ["board_id", "app_webhooks_only"],
      of: "Webhook",
      get: (_, { board_id }, { store }) =>
        [...store.webhooks.values()].filter((webhook) => webhook.board_id === String(board_id)),
    },
  },
  Mutation: {
    create_item: {
      args: ["board_id", "group_id", "item_name", "column_values", "create_labels_if_missing"],
      of: "Item",
      get: (_, { board_id, group_id, item_name, column_values }, { store, key }) => {
        const before = store.keys.get(key);
        if (key !== "" && before !== undefined) return before;
        const board = store.boardOf(board_id);
        if (board === undefined) throw new MondayError("InvalidBoardIdException", "Board not found");
        if (group_id != null && !board.groups.some(({ id }) => id === group_id))
          throw new MondayError("ResourceNotFoundException", "Group not found");
        if (String(item_name).length > 255)
          throw new MondayError("ItemNameTooLongException", "Name is too long");
        const item: Item = {
          id: store.newId(),
          name: String(item_name),
          state: "active",
          updated_at: store.now(),
          board,
          group: textOf(group_id ?? board.groups[0]?.id),
          values: new Map(),
          assets: [],
          updates: [],
        };
        store.write(item, JSON.parse(textOf(column_values ?? "{}")) as Record<string, unknown>, store.me);
        store.items.set(item.id, item);
        if (key !== "") store.keys.set(key, item);
        return item;
      },
    },
    change_column_value: {
      args: ["board_id", "item_id", "column_id", "value", "create_labels_if_missing"],
      of: "Item",
      get: (_, { item_id, column_id, value }, { store }) => {
        const item = store.itemOf(item_id);
        store.write(item, { [String(column_id)]: JSON.parse(String(value)) as unknown }, store.me);
        return item;
      },
    },
    change_multiple_column_values: {
      args: ["board_id", "item_id", "column_values", "create_labels_if_missing"],
      of: "Item",
      get: (_, { item_id, column_values }, { store }) => {
        const item = store.itemOf(item_id);
        store.write(item, JSON.parse(String(column_values)) as Record<string, unknown>, store.me);
        return item;
      },
    },
    create_update: {
      args: ["item_id", "body"],
      of: "Update",
      get: (_, { item_id, body }, { store }) => {
        const update: Update = { id: store.newId(), body: String(body), assets: [] };
        store.itemOf(item_id).updates.push(update);
        return update;
      },
    },
    add_file_to_column: {
      args: ["file", "item_id", "column_id"],
      of: "Asset",
      get: async (_, { item_id, column_id }, { store, file, knobs }) => {
        const item = store.itemOf(item_id);
        if (item.board.columns.find(({ id }) => id === column_id)?.type !== "file")
          throw new MondayError("InvalidColumnIdException", "This column is not for files");
        const asset = await taken(file, knobs);
        item.assets.push(asset);
        return { id: store.newId(), ...asset };
      },
    },
    add_file_to_update: {
      args: ["file", "update_id"],
      of: "Asset",
      get: async (_, { update_id }, { store, file, knobs }) => {
        const updates = [...store.items.values()].flatMap((item) => item.updates);
        const update = updates.find(({ id }) => id === String(update_id));
        if (update === undefined) throw new MondayError("ResourceNotFoundException", "Update not found");
        const asset = await taken(file, knobs);
        update.assets.push(asset);
        return { id: store.newId(), ...asset };
      },
    },
    create_webhook: {
      args: ["board_id", "url", "event", "config"],
      of: "Webhook",
      get: async (_, { board_id, url, event }, { store, challenge }) => {
        const board = store.boardOf(board_id);
        if (board === undefined) throw new MondayError("InvalidBoardIdException", "Board not found");
        if (String(url).length > 255) throw new MondayError("InvalidArgumentException", "url is too long");
        const kind = oneOf(webhookEvents, event, "event");
        if (!(await challenge(String(url))))
          throw new MondayError("WebhookUrlVerificationFailed", "Failed to verify the webhook's address");
        const webhook = { id: store.newId(), board_id: board.id, event: kind, url: String(url) };
        store.webhooks.set(webhook.id, webhook);
        return webhook;
      },
    },
    delete_webhook: {
      args: ["id"],
      of: "Webhook",
      get: (_, { id }, { store }) => {
        const webhook = store.webhooks.get(String(id));
        if (webhook === undefined) throw new MondayError("ResourceNotFoundException", "Webhook not found");
        store.webhooks.delete(webhook.id);
        return webhook;
      },
    },
  },
  User: plain("id", "name"),
  Workspace: plain("name"),
  Log: plain("id", "event", "data", "created_at", "user_id"),
  Group: plain("id", "title", "archived", "deleted"),
  Column: plain("id", "title", "type", "archived", "settings_str"),
  Webhook: plain("id", "board_id", "event"),
  Asset: plain("id", "name"),
  Update: { ...plain("id", "body"), assets: { of: "Asset", get: ({ assets }: Update) => assets } },
  Page: { ...plain("cursor"), items: { of: "Item", get: ({ items }: { items: readonly Item[] }) => items } },
  Board: {
    ...plain("id", "name", "url", "type", "state"),
    workspace: { of: "Workspace", get: ({ workspace }: Board) => workspace },
    groups: { of: "Group", get: ({ groups }: Board) => groups },
    columns: {
      args: ["types", "ids"],
      of: "Column",
      get: ({ columns }: Board, { types }) =>
        columns.filter(({ type }) => (types as readonly string[] | undefined)?.includes(type) ?? true),
    },
    activity_logs: {
      args: ["from", "limit"],
      of: "Log",
      get: (board: Board, { from, limit = 25 }, { store }) =>
        store.logs
          .filter(({ board_id, created_at }) => board_id === board.id && sinceOf(from) <= Number(created_at))
          .slice(0, Number(limit)),
    },
    items_page: {
      args: ["limit", "query_params"],
      of: "Page",
      get: (board: Board, { limit = 25, query_params }, { store, knobs }) => {
        if (Number(limit) > 500) throw new MondayError("InvalidArgumentException", "limit is at most 500");
        const order = (
          query_params as { order_by?: readonly { column_id: string; direction: string }[] } | undefined
        )?.order_by?.[0];
        const found = [...store.items.values()].filter(
          (item) => item.board === board && item.state === "active",
        );
        if (order !== undefined) {
          oneOf(["__last_updated__"], order.column_id, "order_by");
          oneOf(["desc"], order.direction, "direction");
          // Newest first, also within one second.
          const newest = found.toReversed().toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
          return page(store, newest, knobs.pageSize ?? Number(limit));
        }
        return page(store, found, knobs.pageSize ?? Number(limit));
      },
    },
  },
  Item: {
    ...plain("id", "name", "state", "updated_at"),
    url: { get: ({ id, board }: Item) => `${board.url}/pulses/${id}` },
    board: { of: "Board", get: ({ board }: Item) => board },
    column_values: {
      args: ["types", "ids"],
      of: "ColumnValue",
      get: (item: Item, { types }) =>
        item.board.columns
          .filter(({ type }) => (types as readonly string[] | undefined)?.includes(type) ?? true)
          .map((column) => valueOf(item, column)),
    },
    assets: { args: ["assets_source"], of: "Asset", get: ({ assets }: Item) => assets },
    updates: { args: ["limit", "page"], of: "Update", get: ({ updates }: Item) => updates },
  },
  ColumnValue: plain("id", "type", "text", "value"),
  StatusValue: plain("index", "label"),
  LinkValue: plain("url"),
};
