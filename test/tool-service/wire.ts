import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A call as received by the service. */
export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Parsed where it was sent as JSON. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  /** Fields and files where it was sent as a form, of either encoding. */
  readonly form: FormData | undefined;
}

export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly html?: string;
  /** Plain text: the error format of some services. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls that the published interface does not define are refused instead of being tolerated. */
export class NotInContract extends Error {}

/** The response is never sent; the request took effect. */
export class LostAnswer extends Error {}

export const redirect = (to: URL | string): Answer => ({ status: 303, headers: { location: String(to) } });

/** Refuses every name that is not published, repeated, or missing. */
export function exactly(
  given: Iterable<string>,
  { required = [], optional = [] }: { required?: readonly string[]; optional?: readonly string[] },
  what = "parameter",
): void {
  const names = [...given];
  for (const name of names) {
    if (!required.includes(name) && !optional.includes(name)) throw new NotInContract(`${what} ${name}`);
    if (names.indexOf(name) !== names.lastIndexOf(name)) throw new NotInContract(`${what} ${name} twice`);
  }
  for (const name of required)
    if (!names.includes(name)) throw new NotInContract(`${what} ${name} is missing`);
}

/** A text as it was sent; empty where there was none. Any other type is not in the contract. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw new NotInContract("a text was expected");
  return value;
}

/** Listens on a free port of the loopback. */
export async function listen(
  answer: (call: Call) => Promise<Answer>,
): Promise<{ readonly origin: string; close(): Promise<void> }> {
  let origin = "";
  const server = createServer((request, response) => {
    void read(request, origin)
      .then(answer)
      .catch((error: unknown) => {
        if (error instanceof LostAnswer) return null;
        const isUnknown = error instanceof NotInContract;
        return { status: isUnknown ? 501 : 500, json: { not_in_contract: String(error) } };
      })
      .then((reply) => (reply === null ? response.destroy() : write(response, reply)));
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
  const bytes = new Uint8Array(Buffer.concat(parts));
  const { method = "", url = "/", headers } = request;
  const type = headers["content-type"] ?? "";
  const call = { method, url: new URL(url, origin), headers, bytes, json: undefined, form: undefined };
  if (bytes.length === 0) return call;
  if (type.startsWith("application/json"))
    return { ...call, json: JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown> };
  if (type.startsWith("application/x-www-form-urlencoded") || type.startsWith("multipart/form-data"))
    return { ...call, form: await new Response(bytes, { headers: { "content-type": type } }).formData() };
  throw new NotInContract(`a body of type ${type}`);
}

function write(response: ServerResponse, { status, json, html, text, headers = {} }: Answer): void {
  const type = json !== undefined ? "application/json" : html !== undefined ? "text/html" : "text/plain";
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-store",
    ...headers,
  });
  response.end(json !== undefined ? JSON.stringify(json) : (html ?? text ?? ""));
}
