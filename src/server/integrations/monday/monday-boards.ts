import { z } from "zod";
import type { ToolBoard } from "#contract/tools.ts";
import { type ToolClient, ToolFailure, type ToolTokens } from "../tools/tool-client.ts";
import { readAnswer } from "../tools/tool-trouble.ts";
import type { MondayCall } from "./monday-call.ts";
import { type CardColumns, Column, columnFields, columnsOf, statusesOf } from "./monday-columns.ts";

const Board = z.object({
  id: z.coerce.string(),
  name: z.string(),
  url: z.string(),
  type: z.string().nullish(),
  state: z.string(),
  workspace: z.object({ name: z.string() }).nullish(),
});
const boardFields = "id name url type state workspace { name }";

/** Boards per page of the list. */
const perPage = 100;

export function createMondayBoards(call: MondayCall): Pick<ToolClient, "boards" | "board"> & {
  /** Returns the columns that cards of a board use. */
  columns(tokens: ToolTokens, boardId: string): Promise<CardColumns>;
} {
  const one = async <T extends z.ZodType>(tokens: ToolTokens, boardId: string, fields: string, shape: T) => {
    const query = `query ($board: ID!) { boards(ids: [$board]) { ${fields} } }`;
    const { boards } = readAnswer(
      z.object({ boards: z.array(shape).nullish() }),
      await call(tokens, query, { variables: { board: boardId } }),
    );
    const found = boards?.[0];
    if (found === undefined) throw new ToolFailure("not_found", "the board is not there");
    return found;
  };

  return {
    async boards(tokens, { search, most }) {
      // Boards of several levels are omitted unless they are requested by name.
      const query = `query ($limit: Int!, $page: Int!) { boards(limit: $limit, page: $page, state: active, hierarchy_types: [classic, multi_level]) { ${boardFields} } }`;
      const wanted = search.trim().toLowerCase();
      const found: ToolBoard[] = [];
      for (let page = 1; found.length <= most; page++) {
        const { boards } = readAnswer(
          z.object({ boards: z.array(Board).nullish() }),
          await call(tokens, query, { variables: { limit: perPage, page } }),
        );
        const fitting = (boards ?? []).filter(
          ({ type, name }) => (type ?? "board") === "board" && name.toLowerCase().includes(wanted),
        );
        found.push(...fitting.map(boardOf));
        if ((boards?.length ?? 0) < perPage) break;
      }
      const items = found.sort((a, b) => a.name.localeCompare(b.name));
      return { items: items.slice(0, most), isCut: items.length > most };
    },
    async board(tokens, boardId) {
      const Group = z.object({
        id: z.string(),
        title: z.string(),
        archived: z.boolean().nullish(),
        deleted: z.boolean().nullish(),
      });
      const found = await one(
        tokens,
        boardId,
        `${boardFields} groups { id title archived deleted } columns(types: [status]) { ${columnFields} }`,
        Board.extend({ groups: z.array(Group).nullish(), columns: z.array(Column).nullish() }),
      );
      if (found.state !== "active") throw new ToolFailure("not_found", "the board is archived");
      const groups = (found.groups ?? []).filter(({ archived, deleted }) => !archived && !deleted);
      return {
        ...boardOf(found),
        sections: groups.map(({ id, title }) => ({ id, name: title })),
        statuses: [...statusesOf(columnsOf(found.columns ?? []).status)],
      };
    },
    async columns(tokens, boardId) {
      const fields = `columns(types: [status, date, link, long_text, file]) { ${columnFields} }`;
      const { columns } = await one(
        tokens,
        boardId,
        fields,
        z.object({ columns: z.array(Column).nullish() }),
      );
      return columnsOf(columns ?? []);
    },
  };
}

const boardOf = ({ id, name, url, workspace }: z.output<typeof Board>): ToolBoard => ({
  id,
  name,
  url,
  place: workspace?.name ?? "",
});
