import type { z } from "zod";
import type { Api, Route } from "#contract/index.ts";
import { ApiError, parse, type Reply, refusal, timedOut, unreachable } from "./api-error.ts";
import { takeIdempotencyKey } from "./idempotency-keys.ts";

export { ApiError, refusalOf, unreachable } from "./api-error.ts";

type Schema = z.core.$ZodType;
/** A value of a path, a query or a form field. */
export type Scalar = string | number | boolean;
type Part<E, K extends "params" | "query" | "body"> = E extends { [P in K]: infer S extends Schema }
  ? undefined extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : Record<never, never> extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> }
  : { [P in K]?: never };
/**
 * Route by route: for all routes at once, three unions would be multiplied with each other, which exceeds the
 * compiler's limits.
 */
type Inputs = { [R in Route]: InputOf<Api[R]> };
type InputOf<E> = E extends unknown ? Part<E, "params"> & Part<E, "query"> & Part<E, "body"> : never;
type Outputs = { [R in Route]: z.output<Api[R]["response"]> };
/** Input of a call: `Input<"POST /api/visits">["body"]`. */
export type Input<R extends Route> = Inputs[R];
export type Output<R extends Route> = Outputs[R];
/** Body of a call: `Body<"POST /api/visits">`. */
export type Body<R extends Route> = NonNullable<Input<R>["body"]>;
type Arguments = {
  [R in Route]: Record<never, never> extends Inputs[R]
    ? [input?: Inputs[R], options?: CallOptions]
    : [input: Inputs[R], options?: CallOptions];
};

export interface CallOptions {
  signal?: AbortSignal;
  /** Whether success or failure shows a toast: by default a write does, a read does not. */
  toast?: boolean;
  /** Replaces the automatic text of the success toast. */
  success?: string;
  /** `true`: is sent even while this page is being left. */
  keepalive?: boolean;
}

/** For writes whose form, list or own toast shows the result. */
export const quiet = { toast: false } as const;

/** Result of a call, for watchers of all calls: toasts, the end of a session. */
export type Outcome =
  | {
      kind: "success";
      route: Route;
      method: string;
      message: string;
      custom: boolean;
      toast: boolean;
      /** Place in the order of all calls. */
      number: number;
    }
  | { kind: "failure"; route: Route; method: string; error: ApiError; toast: boolean };

type Watcher = (outcome: Outcome) => void;
const watchers = new Set<Watcher>();

/** Subscribes to the results of all calls. Returns a function that unsubscribes. */
export function watchCalls(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

let callsMade = 0;
/** Number of the newest call. */
export const lastCall = (): number => callsMade;

/** Milliseconds after which a call is given up. */
export const timeout = 300_000;
export const referenceHeader = "x-request-id";

export interface Given {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** Calls the server. Input and answer are typed by the contract; refusals are thrown as `ApiError`. */
export function call<R extends Route>(route: R, ...given: Arguments[R]): Promise<Output<R>>;
// For all routes together the types are a union too large for the compiler; each is checked at its call.
export async function call(route: Route, given: Given = {}, options: CallOptions = {}): Promise<unknown> {
  const { method, url } = address(route, given);
  const body = given.body === undefined ? undefined : JSON.stringify(given.body);
  const wish = method === "POST" ? takeIdempotencyKey(`${url} ${body ?? ""}`) : undefined;
  const send = () =>
    exchange(url, {
      method,
      credentials: "same-origin",
      headers: {
        ...headers(method, body !== undefined),
        ...(wish !== undefined && { "idempotency-key": wish.key }),
      },
      signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(options.signal ? [options.signal] : [])]),
      ...(body === undefined ? {} : { body }),
      ...(options.keepalive === true && { keepalive: true }),
    });
  try {
    const answer = await settle(route, method, options, send);
    wish?.end();
    return answer;
  } catch (error) {
    if (!isUnanswered(error)) wish?.end();
    throw error;
  }
}

/**
 * Whether the server may have processed it nevertheless: the next call with the same idempotency key is the same
 * request.
 */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === "CALL_RUNNING");

/** Reads a document of the server outside the contract: its API description. Throws `ApiError` like a call. */
export async function readDocument(path: string): Promise<unknown> {
  const reply = await exchange(path, { credentials: "same-origin", headers: headers("GET", false) });
  if (reply.status >= 400) throw refusal(reply);
  return reply.body;
}

/** Sends a call, once more with a new token if the old one is refused, and reports its outcome. */
export async function settle<R extends Route>(
  route: R,
  method: string,
  options: CallOptions,
  send: () => Promise<Reply>,
): Promise<Output<R>> {
  const toast = options.toast ?? method !== "GET";
  callsMade += 1;
  const number = callsMade;
  try {
    // Without a token the call would be refused, which browsers report as an error.
    if (method !== "GET" && tokenMeta()?.content === "") await refreshToken();
    let reply = await send();
    if (reply.status === 419) {
      await refreshToken();
      reply = await send();
    }
    if (reply.status >= 400) throw refusal(reply);
    const envelope = reply.body as { message?: string; data?: unknown } | null;
    const enveloped = envelope !== null && typeof envelope === "object" && "data" in envelope;
    const message = options.success ?? (enveloped ? (envelope.message ?? "") : "");
    tell({ kind: "success", route, method, message, custom: options.success !== undefined, toast, number });
    return (enveloped ? envelope.data : reply.body) as Output<R>;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tell({ kind: "failure", route, method, error, toast });
    throw error;
  }
}

function tell(outcome: Outcome): void {
  for (const watcher of watchers) watcher(outcome);
}

/** Method and URL of a call, with its parameters filled in. */
export function address(route: Route, input: Given): { method: string; url: string } {
  const space = route.indexOf(" ");
  const params = (input.params ?? {}) as Record<string, Scalar>;
  const path = route
    .slice(space + 1)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(
    (input.query ?? {}) as Record<string, Scalar | null | undefined>,
  )) {
    if (value !== undefined && value !== null && value !== "") query.append(name, String(value));
  }
  const text = query.toString();
  return { method: route.slice(0, space), url: text === "" ? path : `${path}?${text}` };
}

export function headers(method: string, hasBody: boolean): Record<string, string> {
  return {
    accept: "application/json",
    ...(hasBody ? { "content-type": "application/json" } : {}),
    ...(method === "GET" ? {} : { "x-csrf-token": csrfToken() }),
  };
}

const tokenMeta = () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]');

/** The anti-forgery token of this page, from its meta tag. */
export function csrfToken(): string {
  return tokenMeta()?.content ?? "";
}

function keepToken(token: string | null): void {
  const meta = tokenMeta();
  if (token !== null && token !== "" && meta !== null) meta.content = token;
}

let refreshing: Promise<void> | undefined;

/**
 * Requests a valid token: the old one ended with its session, or the page came without one, because it sets no cookie.
 * Parallel calls share the request: each would set a cookie of its own.
 */
export function refreshToken(): Promise<void> {
  refreshing ??= exchange("/api/csrf-token", { credentials: "same-origin", headers: headers("GET", false) })
    .then(({ body }) => keepToken((body as { data?: { token?: string } } | null)?.data?.token ?? null))
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

/** @param read the body of a success that is not JSON. */
export async function exchange(
  url: string,
  init: RequestInit,
  read?: (response: Response) => Promise<unknown>,
): Promise<Reply> {
  try {
    const response = await fetch(url, init);
    // A new session has a new token: after signing in or out, the next call must not be refused.
    keepToken(response.headers.get("x-csrf-token"));
    const { status, statusText } = response;
    const reference = response.headers.get(referenceHeader);
    const body = response.ok && read ? await read(response) : parse(await response.text());
    return { status, statusText, reference, body };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    if (error instanceof DOMException && error.name === "TimeoutError") throw timedOut();
    throw unreachable();
  }
}
