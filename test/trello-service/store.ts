import type { Clock } from "#server/platform/clock.ts";
import type { SeenFile } from "#test/tool-service/tool-service.ts";

export interface Member {
  readonly id: string;
  readonly fullName: string;
  readonly username: string;
}
export interface List {
  readonly id: string;
  readonly idBoard: string;
  readonly name: string;
  closed: boolean;
}
export interface Board {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  closed: boolean;
  /** Belongs to users who share it with no one. */
  isPrivate: boolean;
  readonly idOrganization: string;
  readonly organization: { readonly id: string; readonly name: string; readonly displayName: string };
}
export interface Attachment extends SeenFile {
  readonly id: string;
  readonly isUpload: boolean;
}
export interface Card {
  readonly id: string;
  readonly url: string;
  name: string;
  desc: string;
  due: string | null;
  idList: string;
  idBoard: string;
  closed: boolean;
  dateLastActivity: string;
  readonly attachments: Attachment[];
}
export interface Action {
  readonly id: string;
  readonly idMemberCreator: string;
  readonly type: string;
  readonly date: string;
  readonly data: Readonly<Record<string, unknown>>;
}
export interface Webhook {
  readonly id: string;
  readonly token: string;
  readonly secret: string;
  readonly idModel: string;
  readonly callbackURL: string;
  readonly description: string;
  active: boolean;
}

/** Two users, one workspace, three boards of which one is closed, and one that is not visible. */
export class Store {
  readonly clock: Clock;
  readonly me: Member;
  readonly peer: Member;
  readonly boards: Board[] = [];
  readonly lists: List[] = [];
  readonly cards = new Map<string, Card>();
  readonly actions: Action[] = [];
  readonly webhooks = new Map<string, Webhook>();
  /** Called after every action. */
  onAction: (action: Action, board: Board) => void = () => undefined;
  #count = 0;

  constructor(clock: Clock) {
    this.clock = clock;
    this.me = { id: this.newId(), fullName: "Site Office", username: "siteoffice" };
    this.peer = { id: this.newId(), fullName: "Plaster Works", username: "plasterworks" };
    const organization = { id: this.newId(), name: "northsite", displayName: "North Site" };
    this.#board("Tower A", organization, ["To do", "Doing", "Review", "Done"]);
    this.#board("Harbour", organization, ["Open", "Closed"]);
    this.#board("Old works", organization, ["Everything"]).closed = true;
    this.#board("Somebody else's", organization, ["Everything"]).isPrivate = true;
  }

  /** Like Trello's ids: 24 hexadecimal digits, of which the first eight are seconds; later ones are greater. */
  newId(): string {
    const seconds = Math.floor(this.clock.now().getTime() / 1000);
    this.#count += 1;
    return `${seconds.toString(16).padStart(8, "0")}${this.#count.toString(16).padStart(16, "0")}`;
  }

  listOf(id: string): List | undefined {
    return this.lists.find((list) => list.id === id);
  }

  boardOf(id: string): Board | undefined {
    return this.boards.find((board) => board.id === id);
  }

  /** Records a user's action on a card and notifies webhooks. */
  record(type: string, card: Card, by: Member, data: Readonly<Record<string, unknown>> = {}): void {
    const now = this.clock.now().toISOString();
    card.dateLastActivity = now;
    const board = this.boardOf(card.idBoard);
    if (board === undefined) throw new Error("a card without a board");
    const action: Action = {
      id: this.newId(),
      idMemberCreator: by.id,
      type,
      date: now,
      data: {
        card: { id: card.id, name: card.name, idList: card.idList, closed: card.closed },
        board: { id: board.id, name: board.name },
        ...data,
      },
    };
    this.actions.push(action);
    this.onAction(action, board);
  }

  /** Changes fields of a card, and records the changed ones one by one, as Trello does. */
  change(card: Card, fields: Partial<Pick<Card, "name" | "desc" | "due" | "idList" | "closed">>, by: Member) {
    for (const [name, value] of Object.entries(fields) as [keyof typeof fields, never][]) {
      if (card[name] === value) continue;
      const old = card[name];
      card[name] = value;
      const lists = name === "idList" ? this.#moved(String(old), card.idList) : {};
      this.record("updateCard", card, by, { old: { [name]: old }, ...lists });
    }
  }

  #moved(before: string, after: string) {
    const named = (id: string) => ({ id, name: this.listOf(id)?.name ?? "" });
    return { listBefore: named(before), listAfter: named(after) };
  }

  #board(name: string, organization: Board["organization"], lists: readonly string[]): Board {
    const id = this.newId();
    const url = `https://trello.com/b/${id.slice(-8)}/${name.toLowerCase().replaceAll(" ", "-")}`;
    const board = {
      id,
      name,
      url,
      closed: false,
      isPrivate: false,
      idOrganization: organization.id,
      organization,
    };
    this.boards.push(board);
    for (const list of lists) this.lists.push({ id: this.newId(), idBoard: id, name: list, closed: false });
    return board;
  }
}
