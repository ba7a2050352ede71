import { ApiError, parse, refusalOf } from "./api-error.ts";
import type {
  Arguments,
  CallOptions,
  DownloadRoute,
  Input,
  Item,
  Output,
  PagedRoute,
  Route,
} from "./types.ts";

export interface ClientOptions {
  /** Address of the installation: `https://walk.example.org`. */
  readonly origin: string;
  /** Created under "Developers". Keep it out of code and logs. */
  readonly token: string;
  /** Retries of one call after the first attempt. Default 3. */
  readonly retries?: number;
  /** Milliseconds for one attempt. Default one minute. Uploads and downloads have no limit. */
  readonly timeout?: number;
  /** Longest wait before a retry that the client accepts, in seconds. Default 60. */
  readonly longestWait?: number;
  /** Replaces `fetch`, for a proxy or a test. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A file to upload: its bytes and the name to store it under. */
export interface UploadFile {
  readonly name: string;
  readonly data: Blob | Uint8Array<ArrayBuffer>;
}

/** A downloaded file: its name as given by the server, and the response to read the bytes from. */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly response: Response;
}

export interface Client {
  /** Calls the route and returns the `data` of the reply. Throws `ApiError`. */
  call<R extends Route>(route: R, ...given: Arguments[R]): Promise<Output<R>>;
  /** Like `call`, with files. The fields are sent first, so that a rejection arrives before the bytes are sent. */
  upload<R extends Route>(
    route: R,
    input: Input<R> & { readonly files: Readonly<Record<string, UploadFile>> },
    options?: CallOptions,
  ): Promise<Output<R>>;
  /** Downloads a report or an export: read `response.body` or `response.arrayBuffer()`. */
  download<R extends DownloadRoute>(route: R, ...given: Arguments[R]): Promise<Download>;
  /**
   * Iterates over all rows of a list, requesting page by page as they are read: `for await (const snag of
   * client.pages(…))`.
   */
  pages<R extends PagedRoute>(route: R, ...given: Arguments[R]): AsyncGenerator<Item<R>, void, undefined>;
}

type Scalar = string | number | boolean;
interface Given {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly files?: Readonly<Record<string, UploadFile>>;
}

/** Statuses after which nothing has happened yet, or nothing that happens twice. */
const passing = new Set([408, 502, 503, 504]);
const minute = 60_000;

export function createClient(options: ClientOptions): Client {
  const { origin, token, retries = 3, timeout = minute, longestWait = 60 } = options;
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);

  /** Performs one call with its retries. The body is not read yet. */
  async function answer(route: Route, given: Given, call: CallOptions, isLong: boolean): Promise<Response> {
    const { method, url } = addressOf(origin, route, given);
    for (let tried = 0; ; tried += 1) {
      try {
        const { body, headers } = bodyOf(given);
        const response = await send(url, {
          method,
          headers: { accept: "application/json", authorization: `Bearer ${token}`, ...headers },
          ...(body !== undefined && { body }),
          ...signalOf(call, isLong ? undefined : timeout),
        });
        if (response.ok) return response;
        throw refusalOf(response.status, await response.text(), retryAfterOf(response));
      } catch (error) {
        const failure = error instanceof ApiError ? error : failureOf(error, call.signal);
        const wait = waitAfter(failure, method, tried);
        if (wait === undefined) throw failure;
        await pause(wait, call.signal);
      }
    }
  }

  /** Milliseconds until the next attempt; undefined if there is none. */
  function waitAfter(
    { status, code, retryAfter }: ApiError,
    method: string,
    tried: number,
  ): number | undefined {
    if (tried >= retries) return undefined;
    // A rate-limited call did nothing, so every method may be retried.
    const isHarmless = status === 429 || (method === "GET" && (passing.has(status) || code === "NETWORK"));
    if (!isHarmless) return undefined;
    const seconds = retryAfter ?? 0.5 * 2 ** tried;
    return seconds > longestWait ? undefined : seconds * 1000 + Math.random() * 250;
  }

  const read = async (route: Route, given: Given = {}, call: CallOptions = {}, isLong = false) => {
    const body = parse(await (await answer(route, given, call, isLong)).text());
    return "data" in body ? body.data : body;
  };

  async function* pages(route: Route, given: Given = {}, call: CallOptions = {}) {
    const query = given.query as Readonly<Record<string, Scalar>> | undefined;
    let page = Number(query?.["page"] ?? 1);
    for (let seen = 0; ; page += 1) {
      const { items, total, per_page } = (await read(
        route,
        { ...given, query: { ...query, page } },
        call,
      )) as { items: unknown[]; total: number; per_page?: number };
      yield* items;
      seen += items.length;
      // A list without pages is complete at once.
      const before = per_page === undefined ? 0 : (Number(query?.["page"] ?? 1) - 1) * per_page;
      if (items.length === 0 || per_page === undefined || before + seen >= total) return;
    }
  }

  return {
    call: read,
    upload: (route: Route, given: Given, call: CallOptions = {}) => read(route, given, call, true),
    async download(route: Route, given: Given = {}, call: CallOptions = {}) {
      const response = await answer(route, given, call, true);
      return { name: nameIn(response), type: response.headers.get("content-type") ?? "", response };
    },
    pages,
    // Over all routes together the parts form a union too large for the compiler; each is checked at its call.
  } as Client;
}

function addressOf(origin: string, route: Route, { params, query }: Given): { method: string; url: URL } {
  const space = route.indexOf(" ");
  const given = (params ?? {}) as Readonly<Record<string, Scalar>>;
  const path = route
    .slice(space + 1)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const url = new URL(path, origin);
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, Scalar | null | undefined>))
    if (value !== undefined && value !== null) url.searchParams.append(name, String(value));
  return { method: route.slice(0, space), url };
}

/** Built anew for every attempt. */
function bodyOf({ body, files }: Given): {
  readonly body?: string | FormData;
  readonly headers: Readonly<Record<string, string>>;
} {
  if (files === undefined)
    return body === undefined
      ? { headers: {} }
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, Scalar | undefined>))
    if (value !== undefined) form.append(name, String(value));
  for (const [name, file] of Object.entries(files)) {
    const data = file.data instanceof Blob ? file.data : new Blob([file.data]);
    form.append(name, data, file.name);
  }
  return { body: form, headers: {} };
}

function signalOf({ signal, timeout }: CallOptions, usual: number | undefined): { signal?: AbortSignal } {
  const milliseconds = timeout ?? usual;
  const signals = [
    ...(signal === undefined ? [] : [signal]),
    ...(milliseconds === undefined ? [] : [AbortSignal.timeout(milliseconds)]),
  ];
  return signals.length === 0 ? {} : { signal: AbortSignal.any(signals) };
}

/** A cancellation by the caller is not a failure of the call: it is rethrown as it is. */
function failureOf(error: unknown, signal: AbortSignal | undefined): ApiError {
  if (signal?.aborted === true) throw error;
  const isLate = error instanceof Error && error.name === "TimeoutError";
  return new ApiError({
    status: 0,
    code: isLate ? "TIMEOUT" : "NETWORK",
    message: isLate ? "The server did not answer in time." : "The server could not be reached.",
    cause: error,
  });
}

function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - Date.now()) / 1000);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** RFC 6266: the extended name if present, the plain one otherwise. */
function nameIn({ headers }: Response): string {
  const text = headers.get("content-disposition") ?? "";
  const real = /filename\*=UTF-8''([^;]+)/i.exec(text)?.[1];
  if (real !== undefined) return decodeURIComponent(real);
  return /filename="([^"]*)"/i.exec(text)?.[1] ?? "";
}
