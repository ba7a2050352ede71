import { z } from "zod";
import type { ToolStatus } from "#contract/tools.ts";

export const Column = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  archived: z.boolean().nullish(),
  settings_str: z.string().nullish(),
});
export type Column = z.output<typeof Column>;

/** Fields queried of a board's columns. */
export const columnFields = "id title type archived settings_str";

/** Columns of a board used by cards; undefined where there is none of the kind. */
export interface CardColumns {
  readonly status: Column | undefined;
  readonly date: Column | undefined;
  readonly link: Column | undefined;
  readonly text: Column | undefined;
  readonly file: Column | undefined;
}

/** The first of each kind, preferring one that still has monday.com's default name. */
export function columnsOf(columns: readonly Column[]): CardColumns {
  const first = (...types: readonly string[]) => {
    const fitting = columns.filter(({ type, archived }) => types.includes(type) && archived !== true);
    return fitting.find(({ id, type }) => id === type) ?? fitting[0];
  };
  return {
    status: first("status"),
    date: first("date"),
    link: first("link"),
    text: first("long_text"),
    file: first("file"),
  };
}

const index = z.coerce.number().int().nonnegative();
const Older = z.object({
  labels: z.record(z.string(), z.string()),
  labels_colors: z.record(z.string(), z.object({ color: z.string() })).nullish(),
  done_colors: z.array(index).nullish(),
});
const Newer = z.object({
  labels: z.array(
    z.object({
      index,
      label: z.string(),
      is_done: z.boolean().nullish(),
      is_deactivated: z.boolean().nullish(),
    }),
  ),
});

/** Id of a label of a status column; `column/index`, as the index stays when the label is renamed. */
export const statusId = (column: string, label: number | string) => `${column}/${label}`;

export function readStatusId(id: string): { readonly column: string; readonly index: number } | null {
  const [, column, label] = /^(.+)\/(\d+)$/.exec(id) ?? [];
  return column === undefined ? null : { column, index: Number(label) };
}

/** Labels of a status column, from either shape of its settings; labels without a name are not selectable. */
export function statusesOf(column: Column | undefined): readonly ToolStatus[] {
  if (column === undefined) return [];
  const settings = parseJson(column.settings_str ?? "");
  const newer = Newer.safeParse(settings);
  if (newer.success)
    return newer.data.labels
      .filter(({ label, is_deactivated }) => label !== "" && is_deactivated !== true)
      .map(({ index, label, is_done }) => ({
        id: statusId(column.id, index),
        name: label,
        color: "",
        is_done: is_done === true,
      }));
  const older = Older.safeParse(settings);
  if (!older.success) return [];
  const { labels, labels_colors, done_colors } = older.data;
  return Object.entries(labels)
    .filter(([, name]) => name !== "")
    .map(([at, name]) => {
      const color = labels_colors?.[at]?.color ?? "";
      return {
        id: statusId(column.id, at),
        name,
        color: /^#[0-9a-f]{6}$/i.test(color) ? color : "",
        is_done: done_colors?.includes(Number(at)) === true,
      };
    });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
