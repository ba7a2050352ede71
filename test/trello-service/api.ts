import type { Knobs } from "#test/tool-service/tool-service.ts";
import { type Answer, type Call, exactly, NotInContract, textOf } from "#test/tool-service/wire.ts";
import type { TrelloAccess } from "./sign-in.ts";
import type { Board, Card, Store } from "./store.ts";
import { createWebhook, shown as shownWebhook } from "./webhooks.ts";

export interface State {
  readonly store: Store;
  readonly access: TrelloAccess;
  readonly knobs: Knobs;
}

type Params = ReadonlyMap<string, unknown>;
type Made = Answer | Promise<Answer>;
interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  /** `owner`: owner of the call's token. */
  readonly answer: (
    state: State,
    asked: {
      readonly id: string;
      readonly params: Params;
      readonly call: Call;
      readonly token: string;
      readonly secret: string;
    },
  ) => Made;
}

const ok = (json: unknown): Answer => ({ status: 200, json });
const refuse = (status: number, text: string): Answer => ({ status, text });
const notFound = refuse(404, "The requested resource was not found.");
const text = (params: Params, name: string) => textOf(params.get(name));

const published = {
  board: ["id", "name", "url", "closed", "idOrganization"],
  list: ["id", "name", "closed", "idBoard"],
  card: ["id", "name", "desc", "url", "closed", "idList", "idBoard", "due", "dateLastActivity"],
  member: ["id", "fullName", "username"],
  attachment: ["id", "name", "mimeType", "bytes", "isUpload"],
} as const;

/** Only the requested fields, and always the id. */
function fields(kind: keyof typeof published, of: object, asked: unknown): Record<string, unknown> {
  const known: readonly string[] = published[kind];
  const names = asked === undefined || asked === "all" ? known : textOf(asked).split(",");
  for (const name of names) if (!known.includes(name)) throw new NotInContract(`field ${name} of ${kind}`);
  const entries = Object.entries(of);
  return Object.fromEntries(entries.filter(([name]) => name === "id" || names.includes(name)));
}

const cardPath = "/1/cards/(?<id>[^/]+)";
const writable = ["name", "desc", "due", "pos", "dueComplete", "start"];

const routes: readonly Route[] = [
  {
    method: "GET",
    path: /^\/1\/members\/me$/,
    optional: ["fields"],
    answer: ({ store }, { params }) => ok(fields("member", store.me, params.get("fields"))),
  },
  {
    method: "GET",
    path: /^\/1\/members\/me\/boards$/,
    optional: ["filter", "fields", "organization", "organization_fields"],
    answer: ({ store }, { params }) => {
      const boards = store.boards.filter(
        ({ closed, isPrivate }) => !isPrivate && (params.get("filter") !== "open" || !closed),
      );
      return ok(boards.map((board) => boardShown(board, params)));
    },
  },
  {
    method: "GET",
    path: /^\/1\/boards\/(?<id>[^/]+)$/,
    optional: ["fields", "lists", "organization"],
    answer: ({ store }, { id, params }) => {
      const board = store.boardOf(id);
      if (board === undefined) return notFound;
      if (board.isPrivate) return refuse(401, "unauthorized permission requested");
      const lists = store.lists.filter(
        (list) => list.idBoard === id && (params.get("lists") !== "open" || !list.closed),
      );
      return ok({
        ...boardShown(board, params),
        ...(params.get("lists") !== "none" && { lists: lists.map((list) => fields("list", list, "all")) }),
      });
    },
  },
  {
    method: "GET",
    path: /^\/1\/boards\/(?<id>[^/]+)\/lists$/,
    optional: ["filter", "fields", "cards", "card_fields"],
    answer: ({ store }, { id, params }) => {
      if (store.boardOf(id) === undefined) return notFound;
      const lists = store.lists.filter(
        (list) => list.idBoard === id && (params.get("filter") === "all" || !list.closed),
      );
      const wants = (card: Card) => params.get("cards") === "all" || !card.closed;
      return ok(
        lists.map((list) => ({
          ...fields("list", list, params.get("fields")),
          ...(params.has("cards") && {
            cards: [...store.cards.values()]
              .filter((card) => card.idList === list.id && wants(card))
              .map((card) => fields("card", card, params.get("card_fields"))),
          }),
        })),
      );
    },
  },
  {
    method: "GET",
    path: /^\/1\/boards\/(?<id>[^/]+)\/actions$/,
    optional: ["filter", "since", "before", "limit", "member", "memberCreator", "page"],
    answer: ({ store, knobs }, { id, params }) => {
      if (store.boardOf(id) === undefined) return notFound;
      const limit = Number(params.get("limit") ?? 50);
      if (limit > 1000) return refuse(400, "invalid value for limit");
      const kinds = params.has("filter") ? text(params, "filter").split(",") : null;
      const found = store.actions
        .filter(({ data }) => (data["board"] as Board).id === id)
        .filter(({ type, data }) => kinds === null || kinds.some((kind) => isKind(kind, type, data)))
        .filter(({ date }) => !params.has("since") || date > text(params, "since"))
        .filter((action) => !params.has("before") || action.id < text(params, "before"));
      return ok(found.toReversed().slice(0, knobs.pageSize ?? limit));
    },
  },
  {
    method: "POST",
    path: /^\/1\/cards$/,
    required: ["idList"],
    optional: writable,
    answer: ({ store }, { params }) => {
      const list = store.listOf(text(params, "idList"));
      if (list === undefined) return refuse(400, "invalid value for idList");
      const id = store.newId();
      const card: Card = {
        id,
        url: `https://trello.com/c/${id.slice(-8)}`,
        name: text(params, "name"),
        desc: text(params, "desc"),
        due: (params.get("due") as string | null | undefined) ?? null,
        idList: list.id,
        idBoard: list.idBoard,
        closed: false,
        dateLastActivity: "",
        attachments: [],
      };
      if (card.desc.length > 16_384) return refuse(400, "invalid value for desc");
      store.cards.set(id, card);
      store.record("createCard", card, store.me, { list: { id: list.id, name: list.name } });
      return ok(fields("card", card, "all"));
    },
  },
  {
    method: "GET",
    path: new RegExp(`^${cardPath}$`),
    optional: ["fields", "list"],
    answer: ({ store }, { id, params }) => {
      const card = store.cards.get(id);
      if (card === undefined) return notFound;
      const list = store.listOf(card.idList);
      return ok({
        ...fields("card", card, params.get("fields")),
        ...(params.get("list") === "true" && { list: fields("list", list ?? {}, "all") }),
      });
    },
  },
  {
    method: "PUT",
    path: new RegExp(`^${cardPath}$`),
    optional: [...writable, "idList", "closed"],
    answer: ({ store }, { id, params }) => {
      const card = store.cards.get(id);
      if (card === undefined) return notFound;
      if (params.has("idList") && store.listOf(text(params, "idList"))?.idBoard !== card.idBoard)
        return refuse(400, "invalid value for idList");
      const changed = ["name", "desc", "due", "idList", "closed"].filter((name) => params.has(name));
      store.change(card, Object.fromEntries(changed.map((name) => [name, params.get(name)])), store.me);
      return ok(fields("card", card, "all"));
    },
  },
  {
    method: "GET",
    path: new RegExp(`^${cardPath}/attachments$`),
    optional: ["fields", "filter"],
    answer: ({ store }, { id, params }) => {
      const card = store.cards.get(id);
      if (card === undefined) return notFound;
      const files = card.attachments.map((file) => ({
        ...file,
        mimeType: file.type,
        bytes: file.bytes.length,
      }));
      return ok(files.map((file) => fields("attachment", file, params.get("fields"))));
    },
  },
  {
    method: "POST",
    path: new RegExp(`^${cardPath}/attachments$`),
    required: ["file"],
    optional: ["name", "mimeType", "setCover"],
    answer: async ({ store, knobs }, { id, params }) => {
      const card = store.cards.get(id);
      const file = params.get("file");
      if (card === undefined) return notFound;
      if (!(file instanceof File)) return refuse(400, "invalid value for file");
      const name = text(params, "name") || file.name;
      if (name.length > 256) return refuse(400, "invalid value for name");
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (knobs.isFull) return refuse(413, "File too large");
      const made = {
        id: store.newId(),
        name,
        type: text(params, "mimeType") || file.type,
        bytes,
        isUpload: true,
      };
      card.attachments.push(made);
      store.record("addAttachmentToCard", card, store.me, { attachment: { id: made.id, name } });
      return ok(fields("attachment", { ...made, mimeType: made.type, bytes: bytes.length }, "all"));
    },
  },
  {
    method: "POST",
    path: /^\/1\/webhooks\/$/,
    required: ["callbackURL", "idModel"],
    optional: ["description", "active"],
    answer: ({ store }, { params, token, secret }) => createWebhook(store, params, token, secret),
  },
  {
    method: "GET",
    path: /^\/1\/webhooks\/(?<id>[^/]+)$/,
    answer: ({ store }, { id }) => {
      const webhook = store.webhooks.get(id);
      return webhook === undefined ? notFound : ok(shownWebhook(webhook));
    },
  },
  {
    method: "DELETE",
    path: /^\/1\/webhooks\/(?<id>[^/]+)$/,
    answer: ({ store }, { id }) => (store.webhooks.delete(id) ? ok({ _value: null }) : notFound),
  },
  {
    method: "GET",
    path: /^\/1\/tokens\/(?<id>[^/]+)\/webhooks$/,
    answer: ({ store }, { id }) =>
      ok([...store.webhooks.values()].filter(({ token }) => token === id).map(shownWebhook)),
  },
  {
    method: "DELETE",
    path: /^\/1\/tokens\/(?<id>[^/]+)\/$/,
    answer: ({ store, access }, { id }) => {
      for (const webhook of store.webhooks.values())
        if (webhook.token === id) store.webhooks.delete(webhook.id);
      return access.tokens.delete(id) ? ok({ _value: null }) : notFound;
    },
  },
];

const boardShown = (board: Board, params: Params) => ({
  ...fields("board", board, params.get("fields")),
  ...(params.get("organization") === "true" && { organization: board.organization }),
});

/** `updateCard:idList` matches those of `updateCard` that changed the list. */
function isKind(kind: string, type: string, data: Readonly<Record<string, unknown>>): boolean {
  const [name, field] = kind.split(":");
  return name === type && (field === undefined || field in ((data["old"] as object | undefined) ?? {}));
}

export async function api(call: Call, state: State): Promise<Answer> {
  const { method, url } = call;
  const route = routes.find((one) => one.method === method && one.path.test(url.pathname));
  if (route === undefined) throw new NotInContract(`${method} ${url.pathname}`);
  const params = new Map<string, unknown>([
    ...url.searchParams,
    ...Object.entries(call.json ?? {}),
    ...(call.form ?? []),
  ]);
  const { required = [], optional = [] } = route;
  exactly(params.keys(), { required, optional: [...optional, "key", "token"] });
  const owner = state.access.ownerOf(call, params);
  if (typeof owner === "string") return refuse(401, owner);
  const id = decodeURIComponent(route.path.exec(url.pathname)?.groups?.["id"] ?? "");
  return route.answer(state, { id, params, call, ...owner });
}
