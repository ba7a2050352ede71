import type { Clock } from "#server/platform/clock.ts";
import { systemClock } from "#server/platform/clock.ts";
import { OutsideFailure, troubleOf } from "./outside-failure.ts";
import { hide, secretsOf } from "./outside-secrets.ts";
import { waitOf } from "./outside-wait.ts";

export interface OutsideRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The whole URL; `query` is appended to its own query. */
  readonly url: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** At most one of these three. */
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly multipart?: FormData;
  /**
   * Whether the call is idempotent. Default: true except for POST and PATCH, which create. Set it for a POST that only
   * reads (GraphQL) or carries an idempotency key.
   */
  readonly isRepeatable?: boolean;
  /** Further texts that must not appear in an error; those of headers, query and form are known by their names. */
  readonly secrets?: readonly string[];
  /** Timeout of one attempt in milliseconds. */
  readonly patience?: number;
}

export interface OutsideAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Parsed where it is JSON; null for an empty answer, and for one that is not JSON. */
  readonly body: unknown;
}

export interface OutsideOptions {
  /** Display name; begins the message of every error. */
  readonly service: string;
  readonly clock?: Clock;
  /** Waits the given milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  readonly random?: () => number;
  /** Timeout of one attempt in milliseconds. */
  readonly patience?: number;
  /** Attempts per call. */
  readonly tries?: number;
  /** Maximum milliseconds between retries; a longer wait requested by the service is reported to the caller. */
  readonly longestPause?: number;
  /** Maximum bytes of an answer. */
  readonly most?: number;
  /** Whether waiting cannot help, although the status says so (an exhausted daily quota). */
  readonly isFinal?: (body: unknown) => boolean;
  /** Reads the service's error code and message; by default the usual fields of a JSON body. */
  readonly sentenceOf?: (body: unknown) => { readonly code?: string; readonly text?: string };
}

const again = new Set([408, 429, 502, 503, 504]);
const firstPause = 500;

/**
 * Calls to one external service. Returns a 2xx; everything else throws `OutsideFailure`.
 *
 * Retries after 408, 429, 502, 503, 504 and when there was no answer, as long as the call is repeatable: after the time
 * named by the service (`Retry-After`, `X-RateLimit-Reset`, `retry_in_seconds`), otherwise after a growing pause.
 * Redirects are not followed: tokens would be sent along.
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

/** Errors after which a call was certainly not carried out. */
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

/** Field names of error messages in most services. */
function usualSentence(body: unknown): { code?: string; text?: string } {
  if (typeof body === "string") return body.trim() === "" || body.includes("<") ? {} : { text: body.trim() };
  const fields = body as Readonly<Record<string, unknown>> | null;
  const first = (...names: string[]) =>
    names.map((name) => fields?.[name]).find((value): value is string => typeof value === "string");
  const code = first("code", "errorCode", "error", "ECODE");
  const text = first("error_description", "message", "developerMessage", "detail", "err", "error");
  return { ...(code !== undefined && { code }), ...(text !== undefined && { text }) };
}
