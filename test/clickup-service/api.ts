import type { Grants } from "#test/tool-service/grants.ts";
import type { Knobs } from "#test/tool-service/tool-service.ts";
import { type Answer, type Call, exactly, NotInContract, textOf } from "#test/tool-service/wire.ts";
import type { List, Store, Task, Webhook } from "./store.ts";

export interface State {
  readonly store: Store;
  readonly grants: Grants;
  /** Personal tokens, which never expire. */
  readonly personal: ReadonlySet<string>;
  readonly knobs: Knobs;
}
interface Asked {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly json: Readonly<Record<string, unknown>>;
  readonly call: Call;
}
interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly query?: readonly string[];
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  readonly answer: (state: State, asked: Asked) => Answer | Promise<Answer>;
}

const ok = (json: unknown): Answer => ({ status: 200, json });
const refuse = (status: number, err: string, ECODE: string): Answer => ({ status, json: { err, ECODE } });
const noList = refuse(404, "List not found", "ITEM_013");
const noTask = refuse(404, "Task not found, deleted", "ITEM_013");
const teamClosed = refuse(401, "Team not authorized", "OAUTH_023");

const isTrue = (query: URLSearchParams, name: string) => query.get(name) === "true";
const base = (list: List) => ({ id: list.id, name: list.name, archived: list.archived, orderindex: 0 });
const listShown = (list: List) => ({
  ...base(list),
  folder:
    list.folder === null
      ? { id: `h${list.id}`, name: "hidden", hidden: true, access: true }
      : { ...list.folder, hidden: false, access: true },
  space: { ...list.space, access: true },
  statuses: list.statuses,
  permission_level: "create",
});
const shown = (task: Task) => ({
  id: task.id,
  name: task.name,
  text_content: task.description,
  description: task.description,
  status: task.status,
  date_created: String(task.date_created),
  date_updated: String(task.date_updated),
  archived: task.archived,
  due_date: task.due_date === null ? null : String(task.due_date),
  url: `https://app.clickup.com/t/${task.id}`,
  list: { id: task.list.id, name: task.list.name, access: true },
});
const hookShown = (hook: Webhook, team: string) => ({
  id: hook.id,
  userid: 183,
  team_id: Number(team),
  endpoint: hook.endpoint,
  events: hook.events,
  task_id: null,
  list_id: hook.list_id,
  folder_id: null,
  space_id: null,
  health: { status: hook.status, fail_count: hook.status === "suspended" ? 100 : 0 },
  secret: hook.secret,
});

const writable = ["name", "description", "status", "due_date", "due_date_time", "archived"];

/** Fields of a task as they were sent, or the error in them. */
function fieldsOf(list: List, json: Asked["json"]): Partial<Task> | Answer {
  const { name, description, due_date, status, archived } = json;
  const known = list.statuses.find((one) => one.status === status);
  if (status !== undefined && known === undefined) return refuse(400, "Status not found", "CRTSK_001");
  return {
    ...(name !== undefined && { name: textOf(name) }),
    ...(description !== undefined && { description: textOf(description) }),
    ...(due_date !== undefined && { due_date: due_date === null ? null : Number(due_date) }),
    ...(known !== undefined && { status: known }),
    ...(archived !== undefined && { archived: archived === true }),
  };
}

const routes: readonly Route[] = [
  {
    method: "GET",
    path: /^\/user$/,
    answer: ({ store }) =>
      ok({ user: { ...store.me, color: "#7b68ee", initials: "SO", profilePicture: null } }),
  },
  {
    method: "GET",
    path: /^\/team$/,
    answer: ({ store }) => ok({ teams: [{ ...store.team, color: "#000000", avatar: null, members: [] }] }),
  },
  {
    method: "GET",
    path: /^\/team\/(?<id>\w+)\/space$/,
    query: ["archived"],
    answer: ({ store }, { id }) =>
      id === store.team.id ? ok({ spaces: [{ ...store.space, private: false, statuses: [] }] }) : teamClosed,
  },
  {
    method: "GET",
    path: /^\/space\/(?<id>\w+)\/list$/,
    query: ["archived"],
    answer: ({ store }, { query }) => {
      const lists = store.lists.filter(
        ({ folder, archived }) => folder === null && archived === isTrue(query, "archived"),
      );
      return ok({ lists: lists.map(base) });
    },
  },
  {
    method: "GET",
    path: /^\/space\/(?<id>\w+)\/folder$/,
    query: ["archived"],
    answer: ({ store }) => {
      const lists = store.lists.filter(({ folder }) => folder !== null).map(base);
      return ok({ folders: [{ ...store.folder, orderindex: 0, hidden: false, lists }] });
    },
  },
  {
    method: "GET",
    path: /^\/list\/(?<id>\w+)$/,
    answer: ({ store }, { id }) => {
      const list = store.lists.find((one) => one.id === id);
      return list === undefined ? noList : ok(listShown(list));
    },
  },
  {
    method: "GET",
    path: /^\/list\/(?<id>\w+)\/task$/,
    query: ["archived", "page", "order_by", "include_closed", "date_updated_gt"],
    answer: ({ store, knobs }, { id, query }) => {
      if (!store.lists.some((list) => list.id === id)) return noList;
      const by = query.get("order_by") ?? "created";
      if (by !== "created" && by !== "updated") throw new NotInContract(`order_by ${by}`);
      const found = [...store.tasks.values()]
        .filter(({ list, archived }) => list.id === id && archived === isTrue(query, "archived"))
        .filter(({ status }) => isTrue(query, "include_closed") || status.type !== "closed")
        .filter((task) => task.date_updated > Number(query.get("date_updated_gt") ?? -1))
        .sort((a, b) =>
          by === "created" ? b.date_created - a.date_created : b.date_updated - a.date_updated,
        );
      const size = knobs.pageSize ?? 100;
      const from = Number(query.get("page") ?? 0) * size;
      const tasks = found.slice(from, from + size).map(shown);
      return ok({ tasks, last_page: from + size >= found.length });
    },
  },
  {
    method: "POST",
    path: /^\/list\/(?<id>\w+)\/task$/,
    required: ["name"],
    optional: [...writable, "notify_all"],
    answer: ({ store }, { id, json }) => {
      const list = store.lists.find((one) => one.id === id);
      if (list === undefined) return noList;
      const fields = fieldsOf(list, json);
      if (isAnswer(fields)) return fields;
      const { name = "", description = "", due_date = null, status = list.statuses[0] } = fields;
      if (status === undefined) throw new Error("a list without statuses");
      return ok(shown(store.create(list, { name, description, due_date }, status, store.me)));
    },
  },
  {
    method: "GET",
    path: /^\/task\/(?<id>\w+)$/,
    query: ["include_subtasks"],
    answer: ({ store }, { id }) => {
      const task = store.tasks.get(id);
      if (task === undefined) return noTask;
      const attachments = task.attachments.map(({ name, type }, index) => ({
        id: `${task.id}-${index}`,
        title: name,
        mimetype: type,
        hidden: false,
      }));
      return ok({ ...shown(task), attachments });
    },
  },
  {
    method: "PUT",
    path: /^\/task\/(?<id>\w+)$/,
    optional: writable,
    answer: ({ store }, { id, json }) => {
      const task = store.tasks.get(id);
      if (task === undefined) return noTask;
      const fields = fieldsOf(task.list, json);
      if (isAnswer(fields)) return fields;
      store.change(task, fields, store.me);
      return ok(shown(task));
    },
  },
  {
    method: "POST",
    path: /^\/task\/(?<id>\w+)\/attachment$/,
    required: ["attachment"],
    answer: async ({ store, knobs }, { id, call }) => {
      const task = store.tasks.get(id);
      if (task === undefined) return noTask;
      const file = call.form?.get("attachment");
      if (!(file instanceof File)) return refuse(400, "No file", "INPUT_003");
      if (knobs.isFull) return refuse(400, "Storage limit reached", "GBUSED_005");
      const bytes = new Uint8Array(await file.arrayBuffer());
      task.attachments.push({ name: file.name, type: file.type, bytes });
      store.tell("taskUpdated", task, store.me, { field: "attachments", before: null, after: file.name });
      const extension = file.name.split(".").at(-1) ?? "";
      return ok({
        id: `${task.id}.${extension}`,
        version: "0",
        title: file.name,
        extension,
        url: "https://x.example",
      });
    },
  },
  {
    method: "GET",
    path: /^\/team\/(?<id>\w+)\/webhook$/,
    answer: ({ store }, { id }) =>
      id === store.team.id
        ? ok({ webhooks: [...store.webhooks.values()].map((hook) => hookShown(hook, id)) })
        : teamClosed,
  },
  {
    method: "POST",
    path: /^\/team\/(?<id>\w+)\/webhook$/,
    required: ["endpoint", "events"],
    optional: ["list_id"],
    answer: ({ store }, { id, json }) => {
      if (id !== store.team.id) return teamClosed;
      const { endpoint, events, list_id = null } = json;
      if (list_id !== null && typeof list_id !== "number") throw new NotInContract("list_id is no number");
      const hook = store.hook({ endpoint: String(endpoint), events: events as string[], list_id });
      return ok({ id: hook.id, webhook: hookShown(hook, id) });
    },
  },
  {
    method: "DELETE",
    path: /^\/webhook\/(?<id>[\w-]+)$/,
    answer: ({ store }, { id }) =>
      store.webhooks.delete(id) ? ok({}) : refuse(404, "Webhook not found", "OAUTH_171"),
  },
];

const isAnswer = (value: Partial<Task> | Answer): value is Answer => "json" in value;

export async function api(call: Call, path: string, state: State): Promise<Answer> {
  const route = routes.find((one) => one.method === call.method && one.path.test(path));
  if (route === undefined) throw new NotInContract(`${call.method} ${path}`);
  const { query = [], required = [], optional = [] } = route;
  exactly(call.url.searchParams.keys(), { optional: query });
  exactly([...Object.keys(call.json ?? {}), ...(call.form?.keys() ?? [])], { required, optional }, "field");
  const authorization = call.headers.authorization ?? "";
  const bearer = /^Bearer (\S+)$/.exec(authorization)?.[1];
  if (authorization === "") return refuse(401, "Authorization header required", "OAUTH_017");
  const isGood = bearer === undefined ? state.personal.has(authorization) : state.grants.isGood(bearer);
  if (!isGood) return refuse(401, "Token invalid", "OAUTH_025");
  const id = route.path.exec(path)?.groups?.["id"] ?? "";
  return route.answer(state, { id, query: call.url.searchParams, json: call.json ?? {}, call });
}
