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
  /** Where the site is: `https://walk.example.org`. */
  readonly origin: string;
  /** Made under "Developers". Keep it out of code and logs. */
  readonly token: string;
  /** Tries of one call after the first; 3 unless told otherwise. */
  readonly retries?: number;
  /** Milliseconds for one try; a minute unless told otherwise. Uploads and downloads have none. */
  readonly timeout?: number;
  /** Longest wait that the client takes upon itself, in seconds; 60 unless told otherwise. */
  readonly longestWait?: number;
  /** Another `fetch`: of a proxy, of a test. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A file that goes out: bytes, and the name it is kept under. */
export interface UploadFile {
  readonly name: string;
  readonly data: Blob | Uint8Array<ArrayBuffer>;
}

/** A file that came: its name as the server gave it, and the answer to read the bytes from. */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly response: Response;
}

export interface Client {
  /** Calls, and gives what stands in `data`. Throws `ApiError`. */
  call<R extends Route>(route: R, ...given: Arguments[R]): Promise<Output<R>>;
  /** As `call`, with files. The fields go first, so that a refusal comes before the bytes are sent. */
  upload<R extends Route>(
    route: R,
    input: Input<R> & { readonly files: Readonly<Record<string, UploadFile>> },
    options?: CallOptions,
  ): Promise<Output<R>>;
  /** A report, an export: read `response.body` or `response.arrayBuffer()`. */
  download<R extends DownloadRoute>(route: R, ...given: Arguments[R]): Promise<Download>;
  /** All rows of a list, asked for page by page as they are read: `for await (const snag of client.pages(…))`. */
  pages<R extends PagedRoute>(route: R, ...given: Arguments[R]): AsyncGenerator<Item<R>, void, undefined>;
}

type Scalar = string | number | boolean;
interface Given {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly files?: Readonly<Record<string, UploadFile>>;
}

/** Answers after which nothing has happened yet, or nothing that happens twice. */
const passing = new Set([408, 502, 503, 504]);
const minute = 60_000;

export function createClient(options: ClientOptions): Client {
  const { origin, token, retries = 3, timeout = minute, longestWait = 60 } = options;
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);

  /** One call with its tries. The answer is not read yet. */
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

  /** Milliseconds until the next try; undefined where there is none. */
  function waitAfter(
    { status, code, retryAfter }: ApiError,
    method: string,
    tried: number,
  ): number | undefined {
    if (tried >= retries) return undefined;
    // Refused for calling too often: nothing was done, so everything may be tried again.
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
      // A list without pages is whole at once.
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
    // Of all routes together the parts are a union too large for the compiler; each is checked at its call.
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

/** Made anew for every try. */
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

/** Stopped by the caller is no failure of the call: that is thrown as it is. */
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

/** RFC 6266: the real name where there is one, the plain one otherwise. */
function nameIn({ headers }: Response): string {
  const text = headers.get("content-disposition") ?? "";
  const real = /filename\*=UTF-8''([^;]+)/i.exec(text)?.[1];
  if (real !== undefined) return decodeURIComponent(real);
  return /filename="([^"]*)"/i.exec(text)?.[1] ?? "";
}
