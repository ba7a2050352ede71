import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readTexts } from "#i18n/text-files.ts";

/** A call as received: `body` is the JSON, or the text fields of a form, whose files are given by size. */
export interface Received {
  readonly route: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
}

export type Answer = { readonly status?: number; readonly body: unknown };
export type Answers = Record<string, (call: Received) => Answer | Promise<Answer>>;

/** A success in the envelope of the contract. */
export const ok = (data: unknown): Answer => ({
  body: { status: "success", success: true, message: "OK", data },
});

/** A refusal as the server writes it. */
export const refuse = (status: number, code: string, message: string, errors: unknown = {}): Answer => ({
  status,
  body: { status: "error", code, message, errors },
});

/** After a change of URL jsdom still uses a page's former origin, and sends a preflight before uploads. */
const openToAll = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*",
};

/**
 * A server for tests of screens: responds as the test defines, records requests, and serves the texts. Routes are
 * written as in the contract; a part in braces matches anything.
 */
export class ApiServer {
  readonly received: Received[] = [];
  readonly answers: Answers;
  /** The maximum number of simultaneous calls of each route. */
  readonly atOnce = new Map<string, number>();
  readonly #open = new Map<string, number>();
  readonly #server: Server;

  private constructor(answers: Answers) {
    this.answers = answers;
    this.#server = createServer((request, response) => {
      if (request.method === "OPTIONS") {
        response.writeHead(204, openToAll).end();
        return;
      }
      void (async () => {
        const { status = 200, body } = await this.#answer(request);
        response.writeHead(status, { "content-type": "application/json", ...openToAll });
        response.end(JSON.stringify(body));
      })();
    });
  }

  static async start(answers: Answers): Promise<ApiServer> {
    const api = new ApiServer(answers);
    await new Promise<void>((resolve) => api.#server.listen(0, "127.0.0.1", resolve));
    return api;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  calls(route: string): Received[] {
    return this.received.filter((call) => call.route === route);
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? "/", this.origin);
    const asked = `${request.method} ${url.pathname}`;
    const route = Object.keys(this.answers).find((known) => matches(known, asked)) ?? asked;
    const open = (this.#open.get(route) ?? 0) + 1;
    this.#open.set(route, open);
    this.atOnce.set(route, Math.max(open, this.atOnce.get(route) ?? 0));
    try {
      const call = { route, query: url.searchParams, body: await readBody(request) };
      this.received.push(call);
      const language = /^GET \/api\/translations\/(\w+)$/.exec(asked)?.[1];
      if (language !== undefined) return ok(readTexts(language));
      const answer = this.answers[route];
      return answer === undefined ? refuse(404, "NOT_FOUND", "Not found.") : await answer(call);
    } finally {
      this.#open.set(route, (this.#open.get(route) ?? 1) - 1);
    }
  }
}

function matches(known: string, asked: string): boolean {
  return new RegExp(`^${known.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(asked);
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) return {};
  const type = request.headers["content-type"] ?? "";
  if (type.includes("json")) return JSON.parse(bytes.toString("utf8")) as Record<string, unknown>;
  return readForm(bytes, /boundary=(\S+)/.exec(type)?.[1] ?? "");
}

/** Parses a form. The runtime's own parser refuses the output of jsdom's XMLHttpRequest, so it is parsed here. */
function readForm(bytes: Buffer, boundary: string): Record<string, unknown> {
  const parts = bytes.toString("latin1").split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = "", value = ""] = part.slice(2, -2).split(/\r\n\r\n(.*)/s);
      const name = /name="([^"]*)"/.exec(head)?.[1] ?? "";
      const isFile = head.includes("filename=");
      return [name, isFile ? value.length : Buffer.from(value, "latin1").toString("utf8")];
    }),
  );
}
