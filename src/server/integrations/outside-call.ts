import type { Clock } from "#server/platform/clock.ts";
import { systemClock } from "#server/platform/clock.ts";
import { OutsideFailure, troubleOf } from "./outside-failure.ts";
import { hide, secretsOf } from "./outside-secrets.ts";
import { waitOf } from "./outside-wait.ts";

export interface OutsideRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The whole address; `query` comes on top of what it holds. */
  readonly url: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** One of these three at most. */
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly multipart?: FormData;
  /**
   * Making it twice does what making it once does. Left out: true but for POST and PATCH, which create. Set it for a POST
   * that only asks (GraphQL) or carries a key that the service knows it by again.
   */
  readonly isRepeatable?: boolean;
  /** Further texts that must not appear in a failure; those of headers, query and form are known by their names. */
  readonly secrets?: readonly string[];
  /** Milliseconds for one try. */
  readonly patience?: number;
}

export interface OutsideAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Parsed where it is JSON; null for an empty answer, and for what is no JSON. */
  readonly body: unknown;
}

export interface OutsideOptions {
  /** As people know it; begins the sentence of every failure. */
  readonly service: string;
  readonly clock?: Clock;
  /** Waits so many milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  readonly random?: () => number;
  /** Milliseconds for one try. */
  readonly patience?: number;
  /** Tries of one call. */
  readonly tries?: number;
  /** Milliseconds that a call waits at most before it is made again; who asks for more is told to whoever called. */
  readonly longestPause?: number;
  /** Bytes of an answer. */
  readonly most?: number;
  /** Whether waiting a while cannot help, although the status says so (a day's quota that is used up). */
  readonly isFinal?: (body: unknown) => boolean;
  /** Reads what a service calls the trouble, and its sentence; by default the usual fields of a JSON body. */
  readonly sentenceOf?: (body: unknown) => { readonly code?: string; readonly text?: string };
}

const again = new Set([408, 429, 502, 503, 504]);
const firstPause = 500;

/**
 * Calls to one outside service. A 2xx is returned; everything else throws `OutsideFailure`.
 *
 * Tried again after 408, 429, 502, 503, 504 and when there was no answer, as long as the call is repeatable: after the
 * time that the service names (`Retry-After`, `X-RateLimit-Reset`, `retry_in_seconds`), otherwise after a growing one.
 * Redirections are not followed: tokens would go along.
 */
export function createOutsideCall(options: OutsideOptions) {
  const { service, sentenceOf = usualSentence, isFinal } = options;
  const { clock = systemClock, pause = sleep, random = Math.random } = options;
  const { tries = 4, longestPause = 5000, patience = 15_000, most = 32 * 1024 * 1024 } = options;

  async function once(request: OutsideRequest, mayRepeat: boolean): Promise<OutsideAnswer> {
    const secrets = secretsOf(request);
    const isUnsure = !mayRepeat && request.method !== "GET";
    const response = await fetch(addressOf(request), {
      method: request.method,
      headers: headersOf(request),
      redirect: "manual",
      signal: AbortSignal.timeout(request.patience ?? patience),
      ...bodyOf(request),
    }).catch((error: unknown) => {
      const reason = reasonOf(error);
      const neverArrived = unreached.has(reason);
      throw new OutsideFailure(`${service} cannot be reached: ${hide(reason, secrets)}`, {
        trouble: "silent",
        isUnsure: isUnsure && !neverArrived,
      });
    });
    const bytes = await readAtMost(response, most).catch((error: unknown) => {
      throw new OutsideFailure(`${service} broke off: ${hide(reasonOf(error), secrets)}`, {
        trouble: "silent",
        isUnsure,
      });
    });
    const { status, headers } = response;
    const text = new TextDecoder().decode(bytes);
    const body = parseJson(text);
    if (response.ok) return { status, headers, bytes, text, body };
    const said = sentenceOf(body ?? text);
    const sentence = hide(said.text ?? `status ${status}`, secrets).slice(0, 300);
    throw new OutsideFailure(`${service}: ${sentence}`, {
      trouble: troubleOf(status),
      status,
      code: hide(said.code ?? "", secrets).slice(0, 100),
      wait: waitOf(status, headers, body, clock.now()),
      isUnsure: isUnsure && (status >= 500 || status === 408),
      body: body ?? text,
    });
  }

  return async function call(request: OutsideRequest): Promise<OutsideAnswer> {
    const mayRepeat = request.isRepeatable ?? (request.method !== "POST" && request.method !== "PATCH");
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(request, mayRepeat);
      } catch (error) {
        if (!(error instanceof OutsideFailure) || !mayRepeat || attempt >= tries) throw error;
        if (error.status !== 0 && !again.has(error.status)) throw error;
        if (isFinal?.(error.body) === true) throw error;
        const growing = firstPause * 2 ** (attempt - 1) * (0.5 + random() / 2);
        const wait = error.wait === undefined ? growing : error.wait * 1000;
        if (wait > longestPause) throw error;
        await pause(wait);
      }
    }
  };
}

export type OutsideCall = ReturnType<typeof createOutsideCall>;

/** Reasons for which a call was certainly not carried out. */
const unreached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

function addressOf({ url, query = {} }: OutsideRequest): URL {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value));
  return address;
}

const headersOf = ({ headers, json }: OutsideRequest) => ({
  accept: "application/json",
  ...(json !== undefined && { "content-type": "application/json" }),
  ...headers,
});

function bodyOf({ json, form, multipart }: OutsideRequest): { body?: string | URLSearchParams | FormData } {
  if (json !== undefined) return { body: JSON.stringify(json) };
  if (form !== undefined) return { body: new URLSearchParams(form) };
  return multipart === undefined ? {} : { body: multipart };
}

async function readAtMost(response: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > most) throw new Error("the answer is too long");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  const { cause, message, name } = error as { cause?: { code?: string }; message: string; name: string };
  return cause?.code ?? (name === "TimeoutError" ? "no answer in time" : message);
}

/** The names under which most services say what is wrong. */
function usualSentence(body: unknown): { code?: string; text?: string } {
  if (typeof body === "string") return body.trim() === "" || body.includes("<") ? {} : { text: body.trim() };
  const fields = body as Readonly<Record<string, unknown>> | null;
  const first = (...names: string[]) =>
    names.map((name) => fields?.[name]).find((value): value is string => typeof value === "string");
  const code = first("code", "errorCode", "error", "ECODE");
  const text = first("error_description", "message", "developerMessage", "detail", "err", "error");
  return { ...(code !== undefined && { code }), ...(text !== undefined && { text }) };
}
