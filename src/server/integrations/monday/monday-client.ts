import { z } from "zod";
import { readIntegrationEndpoints } from "../endpoints.ts";
import type { ToolClientOptions } from "../tools/clients.ts";
import { type ToolClient, ToolFailure, type ToolTokens } from "../tools/tool-client.ts";
import { readAnswer } from "../tools/tool-trouble.ts";
import { createMondayBoards } from "./monday-boards.ts";
import { codeOf, createMondayCall } from "./monday-call.ts";
import { readStatusId } from "./monday-columns.ts";
import { createMondayHooks } from "./monday-hooks.ts";
import { cardOf, Item, itemFields } from "./monday-item.ts";
import { createMondayItems, htmlOf } from "./monday-items.ts";
import { createMondayPages } from "./monday-pages.ts";
import { createMondaySignIn } from "./monday-sign-in.ts";

const Assets = z.array(z.object({ name: z.string() })).nullish();
const Files = z.object({
  items: z
    .array(z.object({ assets: Assets, updates: z.array(z.object({ assets: Assets })).nullish() }))
    .nullish(),
});
const Updated = z.object({ create_update: z.object({ id: z.coerce.string() }) });

/** monday.com: boards hold items, and the labels of a board's status column are the statuses. GraphQL, version 2026-01. */
export function createMondayClient(options: ToolClientOptions): ToolClient {
  const { monday: endpoints } = readIntegrationEndpoints(options.endpoints);
  const call = createMondayCall(options, endpoints.api);
  const boards = createMondayBoards(call);
  const pages = createMondayPages(options, call);

  const update = async (tokens: ToolTokens, cardId: string, text: string) => {
    const query =
      "mutation ($item: ID!, $body: String!) { create_update(item_id: $item, body: $body) { id } }";
    const variables = { item: cardId, body: htmlOf(text) };
    const made = readAnswer(Updated, await call(tokens, query, { variables, isCreation: true }));
    return made.create_update.id;
  };

  return {
    tool: "monday",
    // Accounts may make 200 to 25 000 calls a day: one board must not use more than half of the smallest quota.
    pollMinutes: 15,
    ...createMondaySignIn(options, call),
    ...createMondayHooks(options, call),
    ...createMondayItems(call, { itemsOf: pages.itemsOf, columns: boards.columns, update }),
    changesSince: pages.changesSince,
    boards: boards.boards,
    board: boards.board,

    async setStatus(tokens, { boardId, cardId, statusId }) {
      const status = readStatusId(statusId);
      if (status === null) throw new ToolFailure("unknown_status", "no such label");
      const query =
        "mutation ($board: ID!, $item: ID!, $column: String!, $value: JSON!) { change_column_value(board_id: $board, item_id: $item, column_id: $column, value: $value) { id } }";
      const value = JSON.stringify({ index: status.index });
      const variables = { board: boardId, item: cardId, column: status.column, value };
      await call(tokens, query, { variables }).catch((error: unknown) => {
        if (/Column(Value|NotFound)|InvalidColumn/i.test(codeOf(error)) && error instanceof ToolFailure)
          throw new ToolFailure("unknown_status", error.reason);
        throw error;
      });
    },
    // Into the board's file column where it has one, otherwise under an update.
    async attachPhoto(tokens, { boardId, cardId, photo }) {
      const { file: column } = await boards.columns(tokens, boardId);
      if (column !== undefined) {
        const query =
          "mutation ($file: File!, $item: ID!, $column: String!) { add_file_to_column(file: $file, item_id: $item, column_id: $column) { id } }";
        const variables = { item: cardId, column: column.id };
        await call(tokens, query, { variables, file: photo, isCreation: true });
        return;
      }
      const id = await update(tokens, cardId, photo.name);
      const query =
        "mutation ($file: File!, $update: ID!) { add_file_to_update(file: $file, update_id: $update) { id } }";
      await call(tokens, query, { variables: { update: id }, file: photo, isCreation: true });
    },
    async files(tokens, { cardId }) {
      const query =
        "query ($item: ID!) { items(ids: [$item]) { assets(assets_source: all) { name } updates(limit: 100) { assets { name } } } }";
      const { items } = readAnswer(Files, await call(tokens, query, { variables: { item: cardId } }));
      const found = (items ?? []).flatMap(({ assets, updates }) => [
        ...(assets ?? []),
        ...(updates ?? []).flatMap((one) => one.assets ?? []),
      ]);
      return [...new Set(found.map(({ name }) => name))];
    },
    async readCard(tokens, { boardId, cardId }) {
      const query = `query ($item: ID!) { items(ids: [$item]) { ${itemFields} } }`;
      const { items } = readAnswer(
        z.object({ items: z.array(Item).nullish() }),
        await call(tokens, query, { variables: { item: cardId } }),
      );
      const [item] = items ?? [];
      if (item === undefined) throw new ToolFailure("not_found", "the item is not there");
      return cardOf(item, boardId);
    },
  };
}
