import type { Browser, BrowserContext } from "@playwright/test";

/** One line that a page wrote to its console as an error, or an exception that nothing caught. */
export interface PageError {
  readonly kind: "console" | "exception";
  readonly text: string;
  /** Address of the resource or script that it is about; empty where unknown. */
  readonly url: string;
  /** Of a response that failed. */
  readonly method: string;
  readonly status: number;
  /** It was the page itself that was requested, not something on it. */
  readonly isPage: boolean;
}

/**
 * Errors that the product does not cause, for every journey. Those that one journey provokes are listed in its file:
 * `test.use({ expectedErrors: [/404 http\S+\/media\/2\//] })`. One pattern alone: Playwright takes the second of two
 * elements for options.
 */
const expected: Readonly<Record<string, (error: PageError) => boolean>> = {
  "the server refuses what the journey enters": ({ method, status }) =>
    method !== "" && method !== "GET" && status >= 400 && status < 500 && status !== 419,
  "a script that the journey adds also runs in the empty page before the first": ({ kind, text }) =>
    kind === "exception" &&
    /SecurityError: .*(?:localStorage|sessionStorage|cookie)|of null \(reading '[gs]etItem'\)/.test(text),
  "a camera of a journey has no source that answers": ({ url, status }) =>
    status === 422 && url.includes("/media/cctv/"),
  "a page of an outside service has no icon": ({ url, status }) =>
    status === 404 && url.endsWith("/favicon.ico"),
  "the journey ends the session of a page": ({ status }) => status === 401,
  "the journey opens what its user may not see, or what is gone": ({ url, status }) =>
    (status === 403 || status === 404) && url.includes("/api/"),
  "the journey opens a page that is refused": ({ isPage, status }) => isPage && status < 500,
  "the socket of a page ends with the page": ({ text }) => /WebSocket (?:connection to|is closed)/.test(text),
  "a host outside does not answer": ({ url }) => /^https?:/.test(url) && !isOurs(new URL(url).hostname),
};

/** For journeys that cut the connection, abort requests or stop the server. */
export const cutConnection = /net::ERR_|(?:ApiError|AuthError, error): Network connection error/;

const isOurs = (host: string) => host === "localhost" || host.startsWith("127.");

const line = ({ kind, text, url, method, status }: PageError) =>
  status > 0 ? `${method} ${status} ${url}` : `${kind}: ${text} ${url}`.trimEnd();

/** Collects the errors of the pages of every context that it watches. */
export class PageErrors {
  readonly #found: (Pick<PageError, "kind" | "text" | "url"> & { readonly from: BrowserContext })[] = [];
  /** The last failed response of each address, by context. */
  readonly #failed = new WeakMap<
    BrowserContext,
    Map<string, Pick<PageError, "method" | "status" | "isPage">>
  >();

  watch(context: BrowserContext): void {
    const failed = new Map<string, Pick<PageError, "method" | "status" | "isPage">>();
    this.#failed.set(context, failed);
    context.on("response", (response) => {
      if (response.status() < 400) return;
      const request = response.request();
      failed.set(response.url(), {
        method: request.method(),
        status: response.status(),
        isPage: request.isNavigationRequest(),
      });
    });
    context.on("console", (message) => {
      if (message.type() !== "error") return;
      this.#found.push({
        kind: "console",
        text: message.text(),
        url: message.location().url,
        from: context,
      });
    });
    context.on("weberror", (error) => {
      const { stack, message } = error.error();
      this.#found.push({ kind: "exception", text: stack ?? message, url: "", from: context });
    });
  }

  /** Watches every context that this browser opens from now on. */
  watchAll(browser: Browser): void {
    const open = browser.newContext.bind(browser);
    browser.newContext = async (options) => {
      const context = await open(options);
      this.watch(context);
      return context;
    };
  }

  /** The errors since the last call that are neither expected everywhere nor by one of `more`, one line for each. */
  take(more: readonly RegExp[] = []): string[] {
    const errors = this.#found.splice(0).map(({ from, ...error }): PageError => {
      const isResponse = /server responded with a status of/.test(error.text);
      const failed = isResponse ? this.#failed.get(from)?.get(error.url) : undefined;
      const status = Number(/status of (\d+)/.exec(error.text)?.[1] ?? 0);
      return { ...error, ...(failed ?? { method: "", isPage: false }), status: failed?.status ?? status };
    });
    const odd = errors.filter((error) => !Object.values(expected).some((isThis) => isThis(error)));
    return odd.map(line).filter((text) => !more.some((pattern) => pattern.test(text)));
  }
}
