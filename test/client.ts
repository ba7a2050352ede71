import type { z } from "zod";
import type { ErrorCode, FieldErrors } from "#contract/errors.ts";
import type { Api, Route } from "#contract/index.ts";

type Schema = z.core.$ZodType;
type Scalar = string | number | boolean;
type Part<E, K extends "params" | "query" | "body"> = E extends { [P in K]: infer S extends Schema }
  ? Record<never, never> extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : { [P in K]: z.input<S> }
  : { [P in K]?: never };
/** Route by route: for all routes at once, three unions would be multiplied with each other. */
type Inputs = { [R in Route]: InputOf<Api[R]> };
type InputOf<E> = E extends unknown ? Part<E, "params"> & Part<E, "query"> & Part<E, "body"> : never;
type Given = {
  [R in Route]: Record<never, never> extends Inputs[R] ? [input?: Inputs[R]] : [input: Inputs[R]];
};
type Outputs = { [R in Route]: z.output<Api[R]["response"]> };

interface AnyInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** A refusal on the wire. */
export interface Refused {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly errors?: FieldErrors;
  /** Values of the message. */
  readonly values?: Readonly<Record<string, string | number>>;
}

export interface RawReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * A browser without a screen: keeps cookies and the anti-forgery token, uses the contract over real HTTP. One client is
 * one user on one device.
 */
export class TestClient {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #csrf: string | undefined;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Calls and expects success; otherwise throws with the refusal's message. */
  call<R extends Route>(route: R, ...given: Given[R]): Promise<Outputs[R]>;
  async call(route: Route, input?: AnyInput): Promise<unknown> {
    const { status, body } = await this.raw(route, input);
    if (status >= 400) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
    const envelope = body as { data?: unknown };
    return "data" in envelope ? envelope.data : envelope;
  }

  /** Calls and expects a refusal. */
  async refused(route: Route, input?: AnyInput): Promise<Refused> {
    const { status, body } = await this.raw(route, input);
    if (status < 400) throw new Error(`${route} was not refused: ${status} ${JSON.stringify(body)}`);
    return { ...(body as Omit<Refused, "status">), status };
  }

  /** Calls with any input, typed or not. */
  async raw(route: Route, input: AnyInput = {}): Promise<RawReply> {
    const { method, url } = this.address(route, input);
    const hasBody = input.body !== undefined;
    return this.send(
      method,
      url,
      hasBody ? JSON.stringify(input.body) : undefined,
      hasBody ? { "content-type": "application/json" } : {},
    );
  }

  /** A multipart call, fields before files as the web sends them. */
  async upload(
    route: Route,
    fields: Record<string, string>,
    files: Record<string, { name: string; bytes: Uint8Array }>,
    input: { params?: unknown; query?: unknown } = {},
  ): Promise<RawReply> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [name, file] of Object.entries(files))
      form.append(name, new Blob([new Uint8Array(file.bytes)]), file.name);
    const { method, url } = this.address(route, input);
    return this.send(method, url, form, {});
  }

  async send(
    method: string,
    url: string,
    body: string | FormData | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
  ): Promise<RawReply> {
    if (method !== "GET" && this.#csrf === undefined) await this.#fetchToken();
    const response = await fetch(url, {
      method,
      headers: {
        ...headers,
        cookie: this.cookie(),
        ...(this.#csrf === undefined ? {} : { "x-csrf-token": this.#csrf }),
      },
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    this.#keep(response);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== "" ? JSON.parse(text) : text,
    };
  }

  /** The anti-forgery token of this client's next request. */
  async token(): Promise<string> {
    if (this.#csrf === undefined) await this.#fetchToken();
    return this.#csrf ?? "";
  }

  cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  address(route: Route, input: { params?: unknown; query?: unknown }): { method: string; url: string } {
    const space = route.indexOf(" ");
    const params = (input.params ?? {}) as Record<string, Scalar>;
    const path = route
      .slice(space + 1)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const url = new URL(path, this.#origin);
    for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, Scalar | undefined>)) {
      if (value !== undefined) url.searchParams.append(name, String(value));
    }
    return { method: route.slice(0, space), url: url.href };
  }

  async #fetchToken(): Promise<void> {
    const response = await fetch(new URL("/api/csrf-token", this.#origin), {
      headers: { cookie: this.cookie() },
    });
    this.#keep(response);
    this.#csrf = ((await response.json()) as { data: { token: string } }).data.token;
  }

  #keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const equals = pair.indexOf("=");
      const value = pair.slice(equals + 1);
      if (value === "") this.#cookies.delete(pair.slice(0, equals));
      else this.#cookies.set(pair.slice(0, equals), value);
    }
    this.#csrf = response.headers.get("x-csrf-token") ?? this.#csrf;
  }
}
