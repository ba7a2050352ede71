import { type Clock, systemClock } from "#server/platform/clock.ts";
import { type SeenCard, ToolService } from "#test/tool-service/tool-service.ts";
import { type Answer, type Call, NotInContract } from "#test/tool-service/wire.ts";
import { api } from "./api.ts";
import { app, authorizePage, olderPage, TrelloAccess, tokens } from "./sign-in.ts";
import { type Action, type Board, Store } from "./store.ts";
import { signatureOf } from "./webhooks.ts";

/** Trello on the loopback, as strict as its published interface: see CONTRACT.md. */
export class TrelloService extends ToolService {
  readonly tool = "trello";
  readonly store: Store;
  readonly #access: TrelloAccess;

  static async start({ clock = systemClock }: { clock?: Clock } = {}): Promise<TrelloService> {
    const service = new TrelloService(clock);
    await service.open();
    return service;
  }

  private constructor(clock: Clock) {
    super(clock);
    this.store = new Store(clock);
    this.#access = new TrelloAccess(clock);
    this.store.onAction = (action, board) => this.#tell(action, board);
  }

  get token() {
    return { token: [...this.#access.tokens.keys()][0] ?? "", key: app.key };
  }
  get account() {
    return { id: this.store.me.id, name: this.store.me.fullName };
  }
  get peer() {
    return { id: this.store.peer.id, name: this.store.peer.fullName };
  }
  get endpoints() {
    const { origin } = this;
    return {
      api: `${origin}/1`,
      authorize: `${origin}/1/authorize`,
      oauth_authorize: `${origin}/authorize`,
      oauth_token: `${origin}/oauth/token`,
    };
  }
  /** OAuth 2.0 and the older key together: the former for sign-in, the latter for pasted tokens. */
  get settings() {
    return { ...this.settingsOfKey, trello_client_id: app.clientId, trello_client_secret: app.clientSecret };
  }
  /** An installation with the older key only. */
  get settingsOfKey() {
    return { trello_enabled: true, trello_key: app.key, trello_secret: app.secret };
  }
  get boards() {
    const shown = this.store.boards.filter(({ isPrivate }) => !isPrivate);
    return shown.map(({ id, name }) => ({
      id,
      name,
      statuses: this.store.lists.filter(({ idBoard }) => idBoard === id).map((list) => list.name),
    }));
  }

  cards(): readonly SeenCard[] {
    return [...this.store.cards.values()].map((card) => ({
      id: card.id,
      boardId: card.idBoard,
      title: card.name,
      description: card.desc,
      due: card.due?.slice(0, 10) ?? null,
      status: this.store.listOf(card.idList)?.name ?? "",
      files: card.attachments,
      isArchived: card.closed,
    }));
  }
  move(cardId: string, status: string): void {
    const card = this.#card(cardId);
    const list = this.store.lists.find(({ idBoard, name }) => idBoard === card.idBoard && name === status);
    if (list === undefined) throw new Error(`no list ${status}`);
    this.store.change(card, { idList: list.id }, this.store.peer);
  }
  archive(cardId: string): void {
    this.store.change(this.#card(cardId), { closed: true }, this.store.peer);
  }
  remove(cardId: string): void {
    const card = this.#card(cardId);
    this.store.cards.delete(cardId);
    this.store.record("deleteCard", card, this.store.peer);
  }
  revokeAll(): void {
    this.#access.tokens.clear();
    this.#access.grants.forgetAll();
  }
  expireTokens(): void {
    this.#access.grants.expire();
  }

  #card(id: string) {
    const card = this.store.cards.get(id);
    if (card === undefined) throw new Error(`no card ${id}`);
    return card;
  }

  #tell(action: Action, board: Board): void {
    for (const { idModel, callbackURL, secret, active } of this.store.webhooks.values()) {
      if (!active || idModel !== board.id) continue;
      const body = JSON.stringify({ action, model: { id: board.id, name: board.name, url: board.url } });
      const key = this.knobs.isSignatureWrong ? "somebody else's" : secret;
      this.send(callbackURL, body, { "x-trello-webhook": signatureOf(key, body, callbackURL) });
    }
  }

  protected busyAnswer(): Answer {
    const error = "API_TOKEN_LIMIT_EXCEEDED";
    return { status: 429, json: { error, message: "Rate limit exceeded" } };
  }

  protected override isPage(call: Call): boolean {
    return call.url.pathname.endsWith("/authorize");
  }

  protected answer(call: Call): Promise<Answer> | Answer {
    const { pathname } = call.url;
    const who = this.store.me.fullName;
    const { isDenied } = this.knobs;
    const isShownOrSent = call.method === "GET" || call.method === "POST";
    if (pathname === "/1/authorize" && isShownOrSent) return olderPage(call, this.#access, who, isDenied);
    if (pathname === "/authorize" && isShownOrSent) return authorizePage(call, this.#access, who, isDenied);
    if (pathname === "/oauth/token" && call.method === "POST") return tokens(call, this.#access);
    if (!pathname.startsWith("/1/")) throw new NotInContract(pathname);
    return api(call, { store: this.store, access: this.#access, knobs: this.knobs });
  }
}
