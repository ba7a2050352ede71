import type { Scope } from "#contract/api-access.ts";
import type { Route } from "#contract/index.ts";
import { newApiToken } from "#server/domains/connections/api-access/token.ts";
import { hashToken } from "#server/platform/session.ts";
import type { TestApp } from "./app.ts";
import { type RawReply, TestClient } from "./client.ts";

interface AnyInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** An API client: no cookies, no anti-forgery token, its key in the header. */
export class Program {
  readonly #origin: string;
  readonly #token: string;

  constructor(origin: string, token: string) {
    this.#origin = origin;
    this.#token = token;
  }

  async raw(route: Route, input: AnyInput = {}, headers: Record<string, string> = {}): Promise<RawReply> {
    const { method, url } = new TestClient(this.#origin).address(route, input);
    const isForm = input.body instanceof FormData;
    const body = input.body instanceof FormData ? input.body : JSON.stringify(input.body);
    return this.send(method, url, body, {
      ...(input.body !== undefined && !isForm && { "content-type": "application/json" }),
      ...headers,
    });
  }

  async send(
    method: string,
    url: string,
    body?: string | FormData | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<RawReply> {
    const response = await fetch(new URL(url, this.#origin), {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...headers },
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== "" ? JSON.parse(text) : text,
    };
  }

  /** The refusal's code; undefined when the call was allowed. */
  async code(route: Route, input: AnyInput = {}): Promise<string | undefined> {
    return ((await this.raw(route, input)).body as { code?: string }).code;
  }
}

/** A token of this user, inserted into the database: creating many by the call would require many passwords. */
export async function apiTokenOf(
  app: Pick<TestApp, "database">,
  { id }: { readonly id: number },
  scopes: readonly Scope[],
): Promise<string> {
  const { token, hint } = newApiToken();
  await app.database.db
    .insertInto("api_tokens")
    .values({
      id_user: id,
      name: "Test",
      token_hash: hashToken(token),
      hint,
      scopes,
      expires_at: null,
      last_used_at: null,
    })
    .execute();
  return token;
}

/** An API client with such a token. */
export async function programOf(
  app: Pick<TestApp, "origin" | "database">,
  person: { readonly id: number },
  scopes: readonly Scope[],
): Promise<Program> {
  return new Program(app.origin, await apiTokenOf(app, person, scopes));
}
