import { randomUUID } from "node:crypto";
import type { Clock } from "#server/platform/clock.ts";
import type { SeenFile } from "#test/tool-service/tool-service.ts";

export interface User {
  readonly id: string;
  readonly name: string;
}
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly archived: boolean;
  readonly settings_str: string;
}
export interface Board {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly type: string;
  readonly state: string;
  readonly hierarchy: string;
  readonly workspace: { readonly name: string };
  readonly groups: readonly {
    readonly id: string;
    readonly title: string;
    readonly archived: boolean;
    readonly deleted: boolean;
  }[];
  readonly columns: readonly Column[];
}
export interface Update {
  readonly id: string;
  readonly body: string;
  readonly assets: SeenFile[];
}
export interface Item {
  readonly id: string;
  name: string;
  state: "active" | "archived" | "deleted";
  updated_at: string;
  readonly board: Board;
  readonly group: string;
  /** By column, as they were sent. */
  readonly values: Map<string, Readonly<Record<string, unknown>> | null>;
  readonly assets: SeenFile[];
  readonly updates: Update[];
}
export interface Log {
  readonly id: string;
  readonly board_id: string;
  readonly event: string;
  readonly data: string;
  readonly created_at: string;
  readonly user_id: string;
}
export interface Webhook {
  readonly id: string;
  readonly board_id: string;
  readonly event: string;
  readonly url: string;
}

/** Refuses a request, with status 200. */
export class MondayError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export const labels = { 0: "Working on it", 1: "Done", 2: "Stuck", 3: "Review" } as const;
const status = {
  labels: { ...labels, 5: "" },
  labels_colors: {
    0: { color: "#fdab3d", border: "#e99729", var_name: "orange" },
    1: { color: "#00c875", border: "#00b461", var_name: "green-shadow" },
    2: { color: "#df2f4a", border: "#ce3048", var_name: "red-shadow" },
    3: { color: "#007eb5", border: "#3db0df", var_name: "blue-links" },
  },
  done_colors: [1],
};
const column = (type: string, title: string, settings: unknown = {}): Column => ({
  id: type === "status" || type === "link" ? type : `${type}_mkx1`,
  title,
  type,
  archived: false,
  settings_str: JSON.stringify(settings),
});

/** Two users, a workspace, a board with every column a card can use, one with a status only, one archived. */
export class Store {
  readonly clock: Clock;
  readonly me: User = { id: "4616627", name: "Site Office" };
  readonly peer: User = { id: "4616628", name: "Plaster Works" };
  readonly boards: readonly Board[];
  readonly items = new Map<string, Item>();
  readonly webhooks = new Map<string, Webhook>();
  readonly logs: Log[] = [];
  /** Results by idempotency key. */
  readonly keys = new Map<string, unknown>();
  /** Remaining items of started pages, by their cursors. */
  readonly cursors = new Map<string, readonly Item[]>();
  /** Number of next cursors that are invalid. */
  deadCursors = 0;
  onEvent: (board: Board, event: string, fields: Readonly<Record<string, unknown>>) => void = () => undefined;
  #count = 0;

  constructor(clock: Clock) {
    this.clock = clock;
    const full = [
      column("status", "Status", status),
      column("date", "Due"),
      column("link", "Link"),
      column("long_text", "Description"),
      column("file", "Photos"),
    ];
    const board = (
      id: string,
      name: string,
      columns: readonly Column[],
      more: Partial<Board> = {},
    ): Board => ({
      id,
      name,
      url: `https://northsite.monday.com/boards/${id}`,
      type: "board",
      state: "active",
      hierarchy: "classic",
      workspace: { name: "North Site" },
      groups: [
        { id: "topics", title: "To do", archived: false, deleted: false },
        { id: "group_title", title: "Later", archived: false, deleted: false },
        { id: "old", title: "Old", archived: true, deleted: false },
      ],
      columns,
      ...more,
    });
    this.boards = [
      board("1234567890", "Tower A", full),
      board("1234567891", "Harbour", [column("status", "Status", status)], { hierarchy: "multi_level" }),
      board("1234567892", "Old works", full, { state: "archived" }),
      board("1234567893", "Subitems of Tower A", full, { type: "sub_items_board" }),
    ];
  }

  newId(): string {
    this.#count += 1;
    return String(9_870_000_000 + this.#count);
  }

  /** In the service's own precision: whole seconds. */
  now(): string {
    return `${this.clock.now().toISOString().slice(0, 19)}Z`;
  }

  boardOf(id: unknown): Board | undefined {
    return this.boards.find((board) => board.id === String(id));
  }

  itemOf(id: unknown): Item {
    const item = this.items.get(String(id));
    if (item === undefined || item.state === "deleted")
      throw new MondayError("InvalidItemIdException", "Item not found");
    return item;
  }

  /** Writes column values; an unknown label is refused, and nothing is written. */
  write(item: Item, values: Readonly<Record<string, unknown>>, by: User): void {
    for (const [id, value] of Object.entries(values)) {
      if (id === "name") continue;
      const known = item.board.columns.find((one) => one.id === id);
      if (known === undefined)
        throw new MondayError("InvalidColumnIdException", `This column ID doesn't exist: ${id}`);
      if (known.type === "status" && labelOf(value) === undefined)
        throw new MondayError(
          "ColumnValueException",
          `This status label doesn't exist: ${JSON.stringify(value)}`,
        );
    }
    for (const [id, value] of Object.entries(values)) {
      if (id === "name") item.name = String(value);
      else this.#set(item, id, value as never, by);
    }
    item.updated_at = this.now();
  }

  #set(item: Item, id: string, value: Readonly<Record<string, unknown>> | null, by: User): void {
    const before = item.values.get(id) ?? null;
    item.values.set(id, value);
    if (item.board.columns.find((one) => one.id === id)?.type !== "status") return;
    const index = labelOf(value);
    if (index === labelOf(before)) return;
    this.tell(item, "change_status_column_value", "update_column_value", by, {
      columnId: id,
      columnType: "color",
      value: { label: { index, text: labels[index as keyof typeof labels] } },
      previousValue: null,
    });
  }

  tell(
    item: Item,
    event: string,
    type: string,
    by: User,
    more: Readonly<Record<string, unknown>> = {},
  ): void {
    const now = this.clock.now();
    const pulse = { board_id: Number(item.board.id), pulse_id: Number(item.id), pulse_name: item.name };
    this.logs.unshift({
      id: randomUUID(),
      board_id: item.board.id,
      event: type,
      data: JSON.stringify({ ...pulse, group_id: item.group }),
      created_at: String(now.getTime() * 10_000),
      user_id: by.id,
    });
    this.onEvent(item.board, event, {
      app: "monday",
      type,
      userId: Number(by.id),
      boardId: Number(item.board.id),
      pulseId: Number(item.id),
      pulseName: item.name,
      triggerTime: now.toISOString(),
      subscriptionId: 73759690,
      triggerUuid: randomUUID(),
      originalTriggerUuid: null,
      ...more,
    });
  }
}

/** Index of a label in a value of a status column, by its index or its name; undefined where there is no such label. */
export function labelOf(value: unknown): number | undefined {
  const { index, label } = (value ?? {}) as { index?: unknown; label?: unknown };
  const found = Object.entries(labels).find(([at, name]) =>
    label === undefined ? Number(at) === index : name === label,
  );
  return found === undefined ? undefined : Number(found[0]);
}
