import { z } from "zod";
import type { ToolCard } from "../tools/tool-client.ts";
import { statusId } from "./monday-columns.ts";

export const Item = z.object({
  id: z.coerce.string(),
  name: z.string(),
  url: z.string(),
  state: z.string().nullish(),
  updated_at: z.coerce.date().nullish(),
  board: z.object({ id: z.coerce.string() }).nullish(),
  column_values: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      text: z.string().nullish(),
      index: z.number().nullish(),
      label: z.string().nullish(),
      url: z.string().nullish(),
    }),
  ),
});
export type Item = z.output<typeof Item>;

/** Fields queried of an item. */
export const itemFields =
  "id name url state updated_at board { id } column_values(types: [status, link, long_text]) { id type text ... on StatusValue { index label } ... on LinkValue { url } }";

export function cardOf(item: Item, boardId: string): ToolCard {
  const statuses = item.column_values.filter(({ type }) => type === "status");
  const chosen = statuses.find(({ id }) => id === "status") ?? statuses[0];
  const hasOne = typeof chosen?.index === "number" && (chosen.label ?? chosen.text ?? "") !== "";
  return {
    id: item.id,
    url: item.url,
    status: hasOne
      ? { id: statusId(chosen.id, chosen.index ?? 0), name: chosen.label ?? chosen.text ?? "" }
      : null,
    isGone: (item.state ?? "active") !== "active" || (item.board?.id ?? boardId) !== boardId,
    changedAt: item.updated_at ?? null,
  };
}
