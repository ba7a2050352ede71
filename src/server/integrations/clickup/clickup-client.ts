import { z } from "zod";
import { readIntegrationEndpoints } from "../endpoints.ts";
import type { OutsideRequest } from "../outside-call.ts";
import type { ToolClientOptions } from "../tools/clients.ts";
import type { ToolCard, ToolClient, ToolFields, ToolTokens } from "../tools/tool-client.ts";
import { carriesLink, noonOf, readAnswer, withLink } from "../tools/tool-trouble.ts";
import { createClickupBoards, idsOf } from "./clickup-boards.ts";
import { createClickupCall } from "./clickup-call.ts";
import { createClickupHooks } from "./clickup-hooks.ts";
import { createClickupSignIn } from "./clickup-sign-in.ts";

const Task = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string().nullish(),
  status: z.object({ status: z.string() }).nullish(),
  archived: z.boolean().nullish(),
  date_updated: z.coerce.number().nullish(),
  list: z.object({ id: z.string() }),
  attachments: z.array(z.object({ title: z.string() })).nullish(),
});
type Task = z.output<typeof Task>;
const Tasks = z.object({ tasks: z.array(Task), last_page: z.boolean().nullish() });

/** Tasks per page, as published, and pages that are searched: each call counts towards a limit of a hundred per minute. */
const perPage = 100;
const mostPages = 20;
const mostText = 30_000;
const at = encodeURIComponent;

/** ClickUp: lists are the boards, and tasks the cards. Version 2 of its REST API. */
export function createClickupClient(options: ToolClientOptions): ToolClient {
  const { clickup: endpoints } = readIntegrationEndpoints(options.endpoints);
  const call = createClickupCall(options, endpoints.api);

  async function* tasks(
    tokens: ToolTokens,
    list: string,
    query: OutsideRequest["query"],
  ): AsyncGenerator<Task> {
    for (let page = 0; page < mostPages; page++) {
      const asked = { query: { include_closed: true, ...query, page } };
      const found = readAnswer(Tasks, await call(tokens, "GET", `/list/${list}/task`, asked));
      yield* found.tasks;
      if (found.last_page ?? found.tasks.length < perPage) return;
    }
  }

  const readTask = async (tokens: ToolTokens, cardId: string) =>
    readAnswer(Task, await call(tokens, "GET", `/task/${at(cardId)}`));

  return {
    tool: "clickup",
    pollMinutes: 5,
    ...createClickupSignIn(options, call),
    ...createClickupBoards(call),
    ...createClickupHooks(options, call),

    // Newest first: the card was usually created a short while ago. A search by text is not among the published calls.
    async findCard(tokens, { boardId, link }) {
      const { list } = idsOf(boardId);
      for (const archived of [false, true])
        for await (const task of tasks(tokens, list, { archived, order_by: "created" }))
          if (carriesLink(task.description, link)) return cardOf(task, list);
      return null;
    },
    async createCard(tokens, { boardId, statusId, fields }) {
      const { list } = idsOf(boardId);
      const json = { ...written(fields), ...(statusId !== null && { status: statusId }), notify_all: false };
      return cardOf(readAnswer(Task, await call(tokens, "POST", `/list/${list}/task`, { json })), list);
    },
    async updateCard(tokens, { cardId, fields }) {
      await call(tokens, "PUT", `/task/${at(cardId)}`, { json: written(fields) });
    },
    async setStatus(tokens, { cardId, statusId }) {
      await call(tokens, "PUT", `/task/${at(cardId)}`, { json: { status: statusId } });
    },
    async attachPhoto(tokens, { cardId, photo }) {
      const multipart = new FormData();
      multipart.append("attachment", new Blob([Buffer.from(photo.bytes)], { type: photo.type }), photo.name);
      await call(tokens, "POST", `/task/${at(cardId)}/attachment`, { multipart });
    },
    async files(tokens, { cardId }) {
      return ((await readTask(tokens, cardId)).attachments ?? []).map(({ title }) => title);
    },
    async readCard(tokens, { boardId, cardId }) {
      return cardOf(await readTask(tokens, cardId), idsOf(boardId).list);
    },

    // A list returns which tasks changed, not how: the caller loads them. Deleted ones are in no list.
    async changesSince(tokens, { boardId, since }) {
      const { list } = idsOf(boardId);
      const changed: Task[] = [];
      const query = { date_updated_gt: since.getTime(), order_by: "updated" };
      for (const archived of [false, true])
        for await (const task of tasks(tokens, list, { ...query, archived })) changed.push(task);
      return changed
        .toSorted((a, b) => (a.date_updated ?? 0) - (b.date_updated ?? 0))
        .map(({ id, date_updated, archived }) => ({
          key: `${id}:${date_updated ?? 0}`,
          cardId: id,
          kind: archived === true ? "gone" : "status",
          at: new Date(date_updated ?? options.clock.now()),
          actorId: null,
        }));
    },
  };
}

const written = ({ title, description, due, link }: ToolFields) => ({
  name: title.slice(0, 1000),
  description: withLink(description, link, mostText),
  due_date: due === null ? null : noonOf(due).getTime(),
  due_date_time: false,
});

const cardOf = (task: Task, list: string): ToolCard => ({
  id: task.id,
  url: task.url,
  status: task.status ? { id: task.status.status, name: task.status.status } : null,
  isGone: task.archived === true || task.list.id !== list,
  changedAt: task.date_updated ? new Date(task.date_updated) : null,
});
