import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A call as received by the providers. */
export interface Call {
  readonly method: string;
  readonly url: URL;
  /** Fields of a form body. */
  readonly form: URLSearchParams;
  readonly authorization: string;
}

export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly html?: string;
  readonly location?: string;
}

/** Calls that the published interface does not define are refused instead of being tolerated. */
export class NotInContract extends Error {}

export const redirect = (url: URL): Answer => ({ status: 302, location: url.href });

/** Refuses every parameter that is not published, and every missing required one. */
export function exactly(
  given: URLSearchParams,
  { required, optional = [] }: { required: readonly string[]; optional?: readonly string[] },
): void {
  for (const name of given.keys()) {
    if (!required.includes(name) && !optional.includes(name)) throw new NotInContract(`parameter ${name}`);
    if (given.getAll(name).length > 1) throw new NotInContract(`parameter ${name} given twice`);
  }
  for (const name of required) if (!given.has(name)) throw new NotInContract(`parameter ${name} is missing`);
}

/** Listens on a free port of the loopback. `answer` throws NotInContract for unknown calls: 501. */
export async function listen(
  answer: (call: Call) => Promise<Answer>,
): Promise<{ origin: string; close(): Promise<void> }> {
  let origin = "";
  const server = createServer((request, response) => {
    void read(request, origin)
      .then(answer)
      .catch((error: unknown) => {
        const isUnknown = error instanceof NotInContract;
        return { status: isUnknown ? 501 : 500, json: { not_in_contract: String(error) } };
      })
      .then((reply) => write(response, reply));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage, origin: string): Promise<Call> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString("utf8");
  const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  if (body !== "" && !isForm) throw new NotInContract("a body that is no form");
  return {
    method: request.method ?? "",
    url: new URL(request.url ?? "/", origin),
    form: new URLSearchParams(body),
    authorization: request.headers.authorization ?? "",
  };
}

function write(response: ServerResponse, { status, json, html, location }: Answer): void {
  const type = json === undefined ? "text/html" : "application/json";
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-store",
    ...(location !== undefined && { location }),
  });
  response.end(json === undefined ? (html ?? "") : JSON.stringify(json));
}
