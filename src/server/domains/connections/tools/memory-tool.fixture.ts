import type { ToolBoardDetail } from "#contract/tools.ts";
import {
  type ToolCard,
  type ToolClient,
  ToolFailure,
  type ToolFields,
  type ToolNews,
  type ToolTokens,
} from "#server/integrations/tools/tool-client.ts";

export interface KeptCard {
  readonly id: string;
  statusId: string | null;
  fields: ToolFields;
  files: string[];
  isGone: boolean;
  changedAt: Date;
}

/** Thrown once by the next call of that name, before or after it has done its work. */
interface Fault {
  readonly at: "before" | "after";
  readonly error: Error;
}

export const statuses = [
  { id: "todo", name: "To do", color: "", is_done: false },
  { id: "doing", name: "Doing", color: "", is_done: false },
  { id: "done", name: "Done", color: "", is_done: true },
  { id: "parked", name: "Parked", color: "", is_done: false },
];

/** An in-memory tool, as exact as rule tests need it: it records calls, injects faults and holds answers. */
export function memoryTool() {
  const cards = new Map<string, KeptCard>();
  const calls: string[] = [];
  const faults = new Map<string, Fault[]>();
  const gates = new Map<string, Promise<void>>();
  const good = new Set(["access-0"]);
  let refreshes = 0;
  let burnt = new Set<string>();
  let isBoardOpen = true;
  let now = () => new Date();

  const call = async <T>(name: string, tokens: ToolTokens | null, run: () => T): Promise<T> => {
    calls.push(name);
    const fault = faults.get(name)?.shift();
    if (fault?.at === "before") throw fault.error;
    if (tokens !== null && !good.has(tokens.access)) throw new ToolFailure("reauth", "invalid token");
    const result = run();
    await gates.get(name);
    if (fault?.at === "after") throw fault.error;
    return result;
  };
  const cardOf = (id: string): KeptCard => {
    const card = cards.get(id);
    if (!isBoardOpen || card === undefined) throw new ToolFailure("not_found", "no such card");
    return card;
  };
  const show = ({ id, statusId, isGone, changedAt }: KeptCard): ToolCard => ({
    id,
    url: `https://tool.example/c/${id}`,
    status: statuses.find((status) => status.id === statusId) ?? null,
    isGone,
    changedAt,
  });
  const detail: ToolBoardDetail = {
    id: "board",
    name: "Site",
    place: "",
    url: "https://tool.example/b/board",
    sections: [],
    statuses,
  };
  const news: ToolNews[] = [];

  const client: ToolClient = {
    tool: "clickup",
    pollMinutes: 5,
    canSignIn: () => true,
    tokenPage: () => "https://tool.example/token",
    needsKey: () => false,
    authorizeUrl: ({ state }) => `https://tool.example/authorize?state=${state}`,
    exchange: () => Promise.reject(new ToolFailure("refused", "no")),
    refresh: (tokens) =>
      call("refresh", null, () => {
        const old = tokens.refresh ?? "";
        if (burnt.has(old)) throw new ToolFailure("reauth", "invalid_grant");
        burnt.add(old);
        refreshes += 1;
        good.clear();
        good.add(`access-${refreshes}`);
        return {
          way: "sign_in" as const,
          access: `access-${refreshes}`,
          refresh: `refresh-${refreshes}`,
          expiresAt: new Date(now().getTime() + 3_600_000),
        };
      }),
    revoke: (tokens) => call("revoke", tokens, () => undefined),
    whoAmI: (tokens) => call("whoAmI", tokens, () => ({ id: "me", name: "Site Office" })),
    boards: (tokens) => call("boards", tokens, () => ({ items: [detail], isCut: false })),
    board: (tokens) =>
      call("board", tokens, () => {
        if (!isBoardOpen) throw new ToolFailure("not_found", "no such board");
        return detail;
      }),
    findCard: (tokens, { link }) =>
      call("findCard", tokens, () => {
        const card = [...cards.values()].find(({ fields }) => fields.link === link);
        return card === undefined ? null : show(card);
      }),
    createCard: (tokens, { statusId, fields }) =>
      call("createCard", tokens, () => {
        const card: KeptCard = {
          id: `card-${cards.size + 1}`,
          statusId,
          fields,
          files: [],
          isGone: false,
          changedAt: now(),
        };
        cards.set(card.id, card);
        return show(card);
      }),
    updateCard: (tokens, { cardId, fields }) =>
      call("updateCard", tokens, () => {
        Object.assign(cardOf(cardId), { fields, changedAt: now() });
      }),
    setStatus: (tokens, { cardId, statusId }) =>
      call("setStatus", tokens, () => {
        Object.assign(cardOf(cardId), { statusId, changedAt: now() });
      }),
    attachPhoto: (tokens, { cardId, photo }) =>
      call("attachPhoto", tokens, () => {
        cardOf(cardId).files.push(photo.name);
      }),
    files: (tokens, { cardId }) => call("files", tokens, () => [...cardOf(cardId).files]),
    readCard: (tokens, { cardId }) => call("readCard", tokens, () => show(cardOf(cardId))),
    changesSince: (tokens, { since }) =>
      call("changesSince", tokens, () => news.filter(({ at }) => at >= since)),
    createHook: () => Promise.resolve(null),
    hookLives: () => Promise.resolve(true),
    deleteHook: () => Promise.resolve(),
    readHook: () => null,
  };

  return {
    client,
    cards,
    calls,
    news,
    get refreshes() {
      return refreshes;
    },
    /** Number of calls of that name so far. */
    count: (name: string) => calls.filter((one) => one === name).length,
    fail: (name: string, error: Error, at: Fault["at"] = "before") =>
      void faults.set(name, [...(faults.get(name) ?? []), { at, error }]),
    /** Answers of that call wait until the returned function is called. */
    hold(name: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates.set(name, promise);
      return () => {
        gates.delete(name);
        resolve();
      };
    },
    /** Moves a card at the tool, as a user does. */
    move(cardId: string, statusId: string): void {
      const at = now();
      Object.assign(cardOf(cardId), { statusId, changedAt: at });
      news.push({ key: `n${news.length}`, cardId, kind: "status", at, actorId: "peer" });
    },
    remove(cardId: string): void {
      cards.delete(cardId);
      news.push({ key: `n${news.length}`, cardId, kind: "gone", at: now(), actorId: "peer" });
    },
    revoke(): void {
      good.clear();
      burnt = new Set([...burnt, "refresh-0", `refresh-${refreshes}`]);
    },
    expire: () => good.clear(),
    admit: (access: string) => void good.add(access),
    closeBoard: (isClosed: boolean) => void (isBoardOpen = !isClosed),
    set clock(read: () => Date) {
      now = read;
    },
  };
}
export type MemoryTool = ReturnType<typeof memoryTool>;
