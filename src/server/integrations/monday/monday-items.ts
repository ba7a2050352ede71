import { z } from "zod";
import { type ToolClient, ToolFailure, type ToolFields, type ToolTokens } from "../tools/tool-client.ts";
import { carriesLink, readAnswer, withLink } from "../tools/tool-trouble.ts";
import { codeOf, type MondayCall } from "./monday-call.ts";
import { type CardColumns, readStatusId } from "./monday-columns.ts";
import { cardOf, Item, itemFields } from "./monday-item.ts";

/** Limits in characters of an item's name, and of a long text. */
const mostName = 255;
const mostText = 2000;

interface Around {
  itemsOf(tokens: ToolTokens, boardId: string): AsyncGenerator<Item>;
  columns(tokens: ToolTokens, boardId: string): Promise<CardColumns>;
  /** Writes an update under an item. */
  update(tokens: ToolTokens, cardId: string, text: string): Promise<string>;
}

/** Finds, creates and changes items of boards. */
export function createMondayItems(
  call: MondayCall,
  { itemsOf, columns, update }: Around,
): Pick<ToolClient, "findCard" | "createCard" | "updateCard"> {
  return {
    async findCard(tokens, { boardId, link }) {
      for await (const item of itemsOf(tokens, boardId)) {
        const texts = item.column_values.flatMap(({ text, url }) => [text, url]);
        if ([item.name, ...texts].some((text) => carriesLink(text, link))) return cardOf(item, boardId);
      }
      return null;
    },
    async createCard(tokens, { boardId, sectionId, statusId: chosen, fields, key }) {
      const its = await columns(tokens, boardId);
      const status = chosen === null ? null : readStatusId(chosen);
      const query = `mutation ($board: ID!, $group: String, $name: String!, $values: JSON!) { create_item(board_id: $board, group_id: $group, item_name: $name, column_values: $values) { ${itemFields} } }`;
      const values = {
        ...valuesOf(its, fields),
        ...(status !== null && { [status.column]: { index: status.index } }),
      };
      const variables = {
        board: boardId,
        group: sectionId,
        name: nameOf(its, fields),
        values: JSON.stringify(values),
      };
      const made = await call(tokens, query, { variables, isCreation: true, key }).catch((error: unknown) => {
        if (/ColumnValue/i.test(codeOf(error)) && error instanceof ToolFailure)
          throw new ToolFailure("unknown_status", error.reason);
        throw error;
      });
      const item = readAnswer(z.object({ create_item: Item }), made).create_item;
      // A board without a column for long text gets it as an update. The creation of the item is what matters.
      if (its.text === undefined && fields.description !== "")
        await update(tokens, item.id, fields.description).catch(() => undefined);
      return cardOf(item, boardId);
    },
    async updateCard(tokens, { boardId, cardId, fields }) {
      const its = await columns(tokens, boardId);
      const query =
        "mutation ($board: ID!, $item: ID!, $values: JSON!) { change_multiple_column_values(board_id: $board, item_id: $item, column_values: $values) { id } }";
      const values = JSON.stringify({ name: nameOf(its, fields), ...valuesOf(its, fields) });
      await call(tokens, query, { variables: { board: boardId, item: cardId, values } });
    },
  };
}

/** Where no column holds the link to the snag, the name contains it: a card must be found again. */
const nameOf = ({ link, text }: CardColumns, fields: ToolFields) =>
  link === undefined && text === undefined
    ? withLink(fields.title, fields.link, mostName).replaceAll("\n\n", " ")
    : fields.title.slice(0, mostName);

const valuesOf = ({ date, link, text }: CardColumns, fields: ToolFields) => ({
  ...(date !== undefined && { [date.id]: fields.due === null ? null : { date: fields.due } }),
  ...(link !== undefined && { [link.id]: { url: fields.link, text: "Sitewalk" } }),
  ...(text !== undefined && {
    [text.id]: {
      text:
        link === undefined
          ? withLink(fields.description, fields.link, mostText)
          : fields.description.slice(0, mostText),
    },
  }),
});

/** Updates are HTML. */
export const htmlOf = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>");
