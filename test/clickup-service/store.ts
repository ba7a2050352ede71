import { randomBytes, randomUUID } from "node:crypto";
import type { Clock } from "#server/platform/clock.ts";
import type { SeenFile } from "#test/tool-service/tool-service.ts";

export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}
export interface Status {
  readonly id: string;
  readonly status: string;
  readonly color: string;
  readonly orderindex: number;
  readonly type: string;
}
export interface List {
  readonly id: string;
  readonly name: string;
  readonly archived: boolean;
  readonly statuses: readonly Status[];
  readonly space: { readonly id: string; readonly name: string };
  /** Null where the list is in the space itself. */
  readonly folder: { readonly id: string; readonly name: string } | null;
}
export interface Task {
  readonly id: string;
  name: string;
  description: string;
  status: Status;
  archived: boolean;
  due_date: number | null;
  readonly date_created: number;
  date_updated: number;
  list: List;
  readonly attachments: SeenFile[];
}
export interface Webhook {
  readonly id: string;
  readonly endpoint: string;
  readonly events: readonly string[];
  readonly list_id: number | null;
  readonly secret: string;
  status: "active" | "suspended";
}
export interface Event {
  readonly event: string;
  readonly task: Task;
  readonly history_items: readonly Readonly<Record<string, unknown>>[];
}

const statuses = (...names: readonly string[]): readonly Status[] =>
  names.map((status, orderindex) => {
    const type = orderindex === 0 ? "open" : orderindex === names.length - 1 ? "closed" : "custom";
    const color = ["#87909e", "#f8ae00", "#1090e0", "#008844"][orderindex] ?? "#000000";
    return { id: `p9001_${orderindex}${status.length}`, status, color, orderindex, type };
  });

/** Two users, a workspace that authorized the app and one that did not, a space with a folder. */
export class Store {
  readonly clock: Clock;
  readonly me: User = { id: 183, username: "Site Office", email: "office@site.example" };
  readonly peer: User = { id: 184, username: "Plaster Works", email: "plaster@site.example" };
  readonly team = { id: "9011", name: "North Site" };
  /** Not selected by the user on the sign-in page. */
  readonly closedTeam = { id: "9012", name: "Elsewhere" };
  readonly space = { id: "790", name: "Projects" };
  readonly folder = { id: "457", name: "Towers" };
  readonly lists: readonly List[];
  readonly tasks = new Map<string, Task>();
  readonly webhooks = new Map<string, Webhook>();
  onEvent: (event: Event) => void = () => undefined;
  #count = 0;

  constructor(clock: Clock) {
    this.clock = clock;
    const { space, folder } = this;
    const work = statuses("to do", "in progress", "review", "complete");
    this.lists = [
      { id: "124", name: "Tower A snags", archived: false, statuses: work, space, folder },
      {
        id: "125",
        name: "Harbour",
        archived: false,
        statuses: statuses("open", "closed"),
        space,
        folder: null,
      },
      { id: "126", name: "Old works", archived: true, statuses: work, space, folder: null },
    ];
  }

  create(
    list: List,
    fields: Pick<Task, "name" | "description" | "due_date">,
    status: Status,
    by: User,
  ): Task {
    this.#count += 1;
    const now = this.clock.now().getTime();
    const id = `86c${this.#count.toString(36).padStart(6, "0")}`;
    const task: Task = {
      ...fields,
      id,
      status,
      list,
      archived: false,
      date_created: now,
      date_updated: now,
      attachments: [],
    };
    this.tasks.set(id, task);
    this.tell("taskCreated", task, by, { field: "status", before: { status: null }, after: status });
    return task;
  }

  /** Changes fields one by one; each is an event of its own. */
  change(
    task: Task,
    fields: Partial<Pick<Task, "name" | "description" | "due_date" | "status" | "archived">>,
    by: User,
  ) {
    for (const [field, value] of Object.entries(fields) as [keyof typeof fields, never][]) {
      const before = task[field];
      if (before === value) continue;
      task[field] = value;
      this.tell(field === "status" ? "taskStatusUpdated" : "taskUpdated", task, by, {
        field,
        before,
        after: value,
      });
    }
  }

  /** An event without a history item is a deletion. */
  tell(event: string, task: Task, by: User, item: Readonly<Record<string, unknown>> | null): void {
    task.date_updated = this.clock.now().getTime();
    this.#count += 1;
    const id = `28007631367${String(this.#count).padStart(8, "0")}`;
    const history = {
      id,
      type: 1,
      date: String(task.date_updated),
      parent_id: task.list.id,
      user: by,
      ...item,
    };
    this.onEvent({ event, task, history_items: item === null ? [] : [history] });
  }

  hook(fields: Pick<Webhook, "endpoint" | "events" | "list_id">): Webhook {
    const webhook: Webhook = {
      ...fields,
      id: randomUUID(),
      secret: randomBytes(32).toString("hex").toUpperCase(),
      status: "active",
    };
    this.webhooks.set(webhook.id, webhook);
    return webhook;
  }
}
