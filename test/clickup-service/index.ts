import { createHmac } from "node:crypto";
import { type Clock, systemClock } from "#server/platform/clock.ts";
import { Grants } from "#test/tool-service/grants.ts";
import { consentPage } from "#test/tool-service/pages.ts";
import { type SeenCard, ToolService } from "#test/tool-service/tool-service.ts";
import { type Answer, type Call, exactly, NotInContract, redirect } from "#test/tool-service/wire.ts";
import { api } from "./api.ts";
import { type Event, Store } from "./store.ts";

/** Registration of the app at ClickUp. */
export const app = { clientId: "SITEWALKCLICKUPCLIENT01", clientSecret: "D".repeat(64) } as const;

/** ClickUp on the loopback, as strict as its published interface: see CONTRACT.md. */
export class ClickupService extends ToolService {
  readonly tool = "clickup";
  readonly token = { token: `pk_183_${"K".repeat(32)}` };
  readonly store: Store;
  readonly settings = {
    clickup_enabled: true,
    clickup_client_id: app.clientId,
    clickup_client_secret: app.clientSecret,
  };
  readonly #grants: Grants;
  readonly #personal = new Set([this.token.token]);

  static async start({ clock = systemClock }: { clock?: Clock } = {}): Promise<ClickupService> {
    const service = new ClickupService(clock);
    await service.open();
    return service;
  }

  private constructor(clock: Clock) {
    super(clock);
    this.store = new Store(clock);
    this.#grants = new Grants(clock);
    this.store.onEvent = (event) => this.#tell(event);
  }

  get account() {
    return { id: String(this.store.me.id), name: this.store.me.username };
  }
  get peer() {
    return { id: String(this.store.peer.id), name: this.store.peer.username };
  }
  get endpoints() {
    return { api: `${this.origin}/api/v2`, authorize: `${this.origin}/api` };
  }
  get boards() {
    return this.store.lists.map(({ id, name, statuses }) => ({
      id: `${this.store.team.id}/${id}`,
      name,
      statuses: statuses.map(({ status }) => status),
    }));
  }

  cards(): readonly SeenCard[] {
    return [...this.store.tasks.values()].map((task) => ({
      id: task.id,
      boardId: `${this.store.team.id}/${task.list.id}`,
      title: task.name,
      description: task.description,
      due: task.due_date === null ? null : new Date(task.due_date).toISOString().slice(0, 10),
      status: task.status.status,
      files: task.attachments,
      isArchived: task.archived,
    }));
  }
  move(cardId: string, name: string): void {
    const task = this.#task(cardId);
    const status = task.list.statuses.find((one) => one.status === name);
    if (status === undefined) throw new Error(`no status ${name}`);
    this.store.change(task, { status }, this.store.peer);
  }
  archive(cardId: string): void {
    this.store.change(this.#task(cardId), { archived: true }, this.store.peer);
  }
  remove(cardId: string): void {
    const task = this.#task(cardId);
    this.store.tasks.delete(cardId);
    this.store.tell("taskDeleted", task, this.store.peer, null);
  }
  revokeAll(): void {
    this.#personal.clear();
    this.#grants.forgetAll();
  }
  /** Tokens of ClickUp do not expire. */
  expireTokens(): void {}
  /** ClickUp has suspended every webhook. */
  suspendWebhooks(): void {
    for (const webhook of this.store.webhooks.values()) webhook.status = "suspended";
  }

  #task(id: string) {
    const task = this.store.tasks.get(id);
    if (task === undefined) throw new Error(`no task ${id}`);
    return task;
  }

  #tell({ event, task, history_items }: Event): void {
    for (const { id, endpoint, events, list_id, secret, status } of this.store.webhooks.values()) {
      if (status === "suspended" || !(events.includes(event) || events.includes("*"))) continue;
      if (list_id !== null && String(list_id) !== task.list.id) continue;
      const body = JSON.stringify({
        event,
        task_id: task.id,
        webhook_id: id,
        ...(history_items.length > 0 && { history_items }),
      });
      const key = this.knobs.isSignatureWrong ? "somebody else's" : secret;
      const signature = createHmac("sha256", key).update(body).digest("hex");
      this.send(endpoint, body, { "x-signature": signature });
    }
  }

  protected busyAnswer(): Answer {
    const reset = Math.floor(this.clock.now().getTime() / 1000) + 30;
    const headers = {
      "x-ratelimit-limit": "100",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": `${reset}`,
    };
    return { status: 429, json: { err: "Rate limit reached", ECODE: "APP_002" }, headers };
  }

  protected override isPage(call: Call): boolean {
    return call.url.pathname === "/api";
  }

  protected answer(call: Call): Promise<Answer> | Answer {
    const { pathname } = call.url;
    if (pathname === "/api" && (call.method === "GET" || call.method === "POST")) return this.#consent(call);
    if (pathname === "/api/v2/oauth/token" && call.method === "POST") return this.#exchange(call);
    if (!pathname.startsWith("/api/v2/")) throw new NotInContract(pathname);
    const state = { store: this.store, grants: this.#grants, personal: this.#personal, knobs: this.knobs };
    return api(call, pathname.slice("/api/v2".length), state);
  }

  #consent(call: Call): Answer {
    const query = call.url.searchParams;
    exactly(query.keys(), { required: ["client_id", "redirect_uri", "state"] });
    if (query.get("client_id") !== app.clientId)
      return { status: 400, html: "<!doctype html><title>Error</title><p>client_id</p>" };
    const { username } = this.store.me;
    if (call.method === "GET")
      return { status: 200, html: consentPage("clickup", "Sitewalk", username, `?${query}`) };
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("state", query.get("state") ?? "");
    if (call.form?.get("answer") === "allow" && !this.knobs.isDenied)
      back.searchParams.set("code", this.#grants.allow({ redirectUri: "", challenge: null }));
    else back.searchParams.set("error", "access_denied");
    return redirect(back);
  }

  #exchange({ json = {} }: Call): Answer {
    exactly(Object.keys(json), { required: ["client_id", "client_secret", "code"] }, "field");
    if (json["client_id"] !== app.clientId || json["client_secret"] !== app.clientSecret)
      return { status: 401, json: { err: "Client not found", ECODE: "OAUTH_010" } };
    if (!this.#grants.exchange(String(json["code"]), "", null))
      return { status: 400, json: { err: "Code already used", ECODE: "OAUTH_014" } };
    return { status: 200, json: { access_token: this.#grants.give(null).access } };
  }
}
