import { z } from "zod";
import type { ToolBoard, ToolStatus } from "#contract/tools.ts";
import { type ToolClient, ToolFailure } from "../tools/tool-client.ts";
import { readAnswer } from "../tools/tool-trouble.ts";
import type { ClickupCall } from "./clickup-call.ts";

const Named = z.object({ id: z.string(), name: z.string() });
const List = Named.extend({ archived: z.boolean().nullish() });
const Status = z.object({
  status: z.string(),
  color: z.string().nullish(),
  type: z.string().nullish(),
  orderindex: z.coerce.number().nullish(),
});

/** A list and its workspace, which is required to create a webhook: `workspace/list`. */
export function idsOf(boardId: string): { readonly team: string; readonly list: string } {
  const [team = "", list = ""] = boardId.split("/");
  if (!/^\w+$/.test(team) || !/^\w+$/.test(list)) throw new ToolFailure("not_found", "no such list");
  return { team, list };
}

/** Lists of ClickUp, which hold the tasks: workspace, space and folder are their path. */
export function createClickupBoards(call: ClickupCall): Pick<ToolClient, "boards" | "board"> {
  const open = { query: { archived: false } };

  return {
    async boards(tokens, { search, most }) {
      const { teams } = readAnswer(z.object({ teams: z.array(Named) }), await call(tokens, "GET", "/team"));
      const found: ToolBoard[] = [];
      for (const team of teams) {
        const { spaces } = readAnswer(
          z.object({ spaces: z.array(Named) }),
          await call(tokens, "GET", `/team/${team.id}/space`, open),
        );
        for (const space of spaces) {
          const { lists } = readAnswer(
            z.object({ lists: z.array(List) }),
            await call(tokens, "GET", `/space/${space.id}/list`, open),
          );
          const { folders } = readAnswer(
            z.object({ folders: z.array(Named.extend({ lists: z.array(List).nullish() })) }),
            await call(tokens, "GET", `/space/${space.id}/folder`, open),
          );
          const place = `${team.name} / ${space.name}`;
          found.push(...lists.filter(isOpen).map((list) => boardOf(team.id, list, place)));
          for (const folder of folders)
            for (const list of (folder.lists ?? []).filter(isOpen))
              found.push(boardOf(team.id, list, `${place} / ${folder.name}`));
        }
      }
      const wanted = search.trim().toLowerCase();
      const items = found
        .filter(({ name, place }) => `${place} ${name}`.toLowerCase().includes(wanted))
        .sort((a, b) => a.name.localeCompare(b.name));
      return { items: items.slice(0, most), isCut: items.length > most };
    },

    async board(tokens, boardId) {
      const { team, list } = idsOf(boardId);
      const found = readAnswer(
        List.extend({
          space: Named,
          folder: z.object({ name: z.string(), hidden: z.boolean().nullish() }).nullish(),
          statuses: z.array(Status),
        }),
        await call(tokens, "GET", `/list/${list}`),
      );
      if (!isOpen(found)) throw new ToolFailure("not_found", "the list is archived");
      const { space, folder } = found;
      const inFolder = folder === null || folder === undefined || folder.hidden ? "" : ` / ${folder.name}`;
      const statuses = found.statuses.toSorted((a, b) => (a.orderindex ?? 0) - (b.orderindex ?? 0));
      return {
        ...boardOf(team, found, `${space.name}${inFolder}`),
        sections: [],
        statuses: statuses.map(statusOf),
      };
    },
  };
}

const isOpen = ({ archived }: { readonly archived?: boolean | null | undefined }) => archived !== true;

const boardOf = (team: string, { id, name }: z.output<typeof Named>, place: string): ToolBoard => ({
  id: `${team}/${id}`,
  name,
  place,
  url: `https://app.clickup.com/${team}/v/li/${id}`,
});

/** Statuses are identified by name, which is unique within a list. */
const statusOf = ({ status, color, type }: z.output<typeof Status>): ToolStatus => ({
  id: status,
  name: status,
  color: /^#[0-9a-f]{6}$/i.test(color ?? "") ? (color ?? "") : "",
  is_done: type === "closed" || type === "done",
});
