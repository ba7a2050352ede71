import { createHmac, randomUUID } from "node:crypto";
import { type Clock, systemClock } from "#server/platform/clock.ts";
import { Grants } from "#test/tool-service/grants.ts";
import { type SeenCard, ToolService } from "#test/tool-service/tool-service.ts";
import { type Answer, type Call, exactly, NotInContract, textOf } from "#test/tool-service/wire.ts";
import { execute, parse } from "./graphql.ts";
import { schema } from "./schema.ts";
import { app, authorizePage, revoke, tokens } from "./sign-in.ts";
import { labelOf, labels, MondayError, Store } from "./store.ts";

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const jwt = (claims: object, secret: string) => {
  const signed = `${base64({ alg: "HS256", typ: "JWT" })}.${base64(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};

interface SeenItem extends SeenCard {
  /** Updates of the item: its text and the names of pictures that have no column of their own. */
  readonly updates: readonly string[];
}

/** monday.com on the loopback, as strict as its published interface: see CONTRACT.md. */
export class MondayService extends ToolService {
  readonly tool = "monday";
  readonly token = { token: jwt({ tid: 1, uid: 4616627 }, "their own") };
  readonly store: Store;
  readonly settings = {
    monday_enabled: true,
    monday_client_id: app.clientId,
    monday_client_secret: app.clientSecret,
    monday_signing_secret: app.signingSecret,
  };
  /** Lifetime of an access token in seconds. */
  tokenSeconds = 3600;
  /** Returned instead of the next responses, one after the other, with this status. */
  readonly errors: { readonly status: number; readonly code: string; readonly seconds?: number }[] = [];
  readonly #grants: Grants;
  readonly #personal = new Set([this.token.token]);

  static async start({ clock = systemClock }: { clock?: Clock } = {}): Promise<MondayService> {
    const service = new MondayService(clock);
    await service.open();
    return service;
  }

  private constructor(clock: Clock) {
    super(clock);
    this.store = new Store(clock);
    this.#grants = new Grants(clock, (expiresAt) =>
      jwt({ jti: randomUUID(), exp: Math.floor((expiresAt ?? 0) / 1000) }, "their own"),
    );
    this.store.onEvent = (board, event, fields) => {
      for (const webhook of this.store.webhooks.values())
        if (webhook.board_id === board.id && webhook.event === event) this.#post(webhook.url, fields);
    };
  }

  get account() {
    return this.store.me;
  }
  get peer() {
    return this.store.peer;
  }
  get endpoints() {
    const { origin } = this;
    return {
      api: `${origin}/v2`,
      authorize: `${origin}/oauth2/authorize`,
      token: `${origin}/oauth_ms/oauth/token`,
      revoke: `${origin}/oauth_ms/oauth/revoke`,
    };
  }
  get boards() {
    return this.store.boards.map(({ id, name }) => ({ id, name, statuses: Object.values(labels) }));
  }

  cards(): readonly SeenItem[] {
    const items = [...this.store.items.values()].filter(({ state }) => state !== "deleted");
    return items.map((item) => {
      const value = (type: string) => {
        const column = item.board.columns.find((one) => one.type === type);
        return column === undefined ? null : (item.values.get(column.id) ?? null);
      };
      const index = labelOf(value("status"));
      return {
        id: item.id,
        boardId: item.board.id,
        title: item.name,
        description: textOf(value("long_text")?.["text"]),
        due: (value("date")?.["date"] as string | undefined) ?? null,
        status: index === undefined ? "" : labels[index as keyof typeof labels],
        updates: item.updates.map(({ body }) => body),
        files: [...item.assets, ...item.updates.flatMap(({ assets }) => assets)],
        isArchived: item.state === "archived",
      };
    });
  }
  move(cardId: string, label: string): void {
    const item = this.store.itemOf(cardId);
    const column = item.board.columns.find(({ type }) => type === "status");
    this.store.write(item, { [column?.id ?? ""]: { label } }, this.store.peer);
  }
  archive(cardId: string): void {
    const item = this.store.itemOf(cardId);
    item.state = "archived";
    this.store.tell(item, "item_archived", "archive_pulse", this.store.peer);
  }
  remove(cardId: string): void {
    const item = this.store.itemOf(cardId);
    item.state = "deleted";
    this.store.tell(item, "item_deleted", "delete_pulse", this.store.peer);
  }
  revokeAll(): void {
    this.#personal.clear();
    this.#grants.forgetAll();
  }
  expireTokens(): void {
    this.#grants.expire();
  }

  #post(url: string, event: Readonly<Record<string, unknown>>): void {
    const exp = Math.floor(this.clock.now().getTime() / 1000) + 300;
    const secret = this.knobs.isSignatureWrong ? "somebody else's" : app.signingSecret;
    this.send(url, JSON.stringify({ event }), { authorization: jwt({ aud: url, exp }, secret) });
  }

  protected busyAnswer(): Answer {
    return this.#refusal(429, "COMPLEXITY_BUDGET_EXHAUSTED", 20);
  }

  #refusal(status: number, code: string, seconds?: number, message = code): Answer {
    const extensions = { code, ...(seconds !== undefined && { retry_in_seconds: seconds }) };
    const headers = seconds === undefined || status === 200 ? {} : { "retry-after": String(seconds) };
    return { status, headers, json: { errors: [{ message, extensions }], account_id: 1 } };
  }

  protected override isPage(call: Call): boolean {
    return call.url.pathname === "/oauth2/authorize";
  }

  protected answer(call: Call): Promise<Answer> | Answer {
    const { pathname } = call.url;
    const isPost = call.method === "POST";
    if (pathname === "/oauth2/authorize" && (isPost || call.method === "GET"))
      return authorizePage(call, this.#grants, this.store.me.name, this.knobs.isDenied);
    // The older endpoint is closed.
    if (pathname === "/oauth2/token" && isPost) return { status: 410, json: { error: "unsupported_flow" } };
    if (pathname === "/oauth_ms/oauth/token" && isPost) return tokens(call, this.#grants, this.tokenSeconds);
    if (pathname === "/oauth_ms/oauth/revoke" && isPost) return revoke(call, this.#grants);
    if ((pathname === "/v2" || pathname === "/v2/file") && isPost)
      return this.#graphql(call, pathname === "/v2/file");
    throw new NotInContract(`${call.method} ${pathname}`);
  }

  async #graphql(call: Call, isFile: boolean): Promise<Answer> {
    const authorization = call.headers.authorization ?? "";
    const bearer = /^Bearer (\S+)$/.exec(authorization)?.[1];
    const isGood = bearer === undefined ? this.#personal.has(authorization) : this.#grants.isGood(bearer);
    if (!isGood) return { status: 401, json: { errors: ["Not Authenticated"] } };
    if (call.headers["api-version"] !== "2026-01") throw new NotInContract("API-Version");
    const told = this.errors.shift();
    if (told !== undefined) return this.#refusal(told.status, told.code, told.seconds);

    const sent = isFile
      ? {
          query: call.form?.get("query"),
          variables: JSON.parse(textOf(call.form?.get("variables") ?? "{}")) as Record<string, unknown>,
        }
      : (call.json ?? {});
    exactly([...(isFile ? (call.form?.keys() ?? []) : Object.keys(sent))], {
      required: ["query"],
      optional: isFile ? ["variables", "variables[file]"] : ["variables"],
    });
    const uploaded = call.form?.get("variables[file]");
    const file = uploaded instanceof File ? uploaded : undefined;
    const variables = {
      ...(sent["variables"] as Record<string, unknown> | undefined),
      ...(file !== undefined && { file }),
    };
    const operation = parse(String(sent["query"]), variables);
    const key = String(call.headers["idempotency-key"] ?? "");
    const state = { store: this.store, knobs: this.knobs, file, key, challenge: this.#challenge };
    const type = operation.kind === "query" ? "Query" : "Mutation";
    try {
      const data = await execute(schema, type, {}, operation.fields, state);
      return { status: 200, json: { data, account_id: 1 } };
    } catch (error) {
      if (!(error instanceof MondayError)) throw error;
      return this.#refusal(200, error.code, undefined, error.message);
    }
  }

  readonly #challenge = async (url: string): Promise<boolean> => {
    const challenge = randomUUID();
    const headers = { "content-type": "application/json" };
    return fetch(url, { method: "POST", headers, body: JSON.stringify({ challenge }) })
      .then(async (response) => response.ok && ((await response.json()) as { challenge?: unknown }))
      .then(
        (answer) => answer !== false && answer.challenge === challenge,
        () => false,
      );
  };
}
