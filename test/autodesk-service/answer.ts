import type { IncomingMessage, ServerResponse } from "node:http";

/** A call as received by the service. */
export interface Call {
  readonly method: string;
  readonly url: URL;
  /** Segments of the path, decoded; none empty. */
  readonly path: readonly string[];
  readonly form: URLSearchParams;
  readonly json: unknown;
  readonly headers: IncomingMessage["headers"];
}

export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly type?: string;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls that the published interface does not define are refused with 501 instead of being tolerated. */
export class NotInContract extends Error {}

/** Refuses every parameter that is not published, and every missing required one. */
export function exactly(
  given: URLSearchParams,
  { required = [], optional = [] }: { required?: readonly string[]; optional?: readonly string[] },
): void {
  for (const name of given.keys()) {
    if (!required.includes(name) && !optional.includes(name)) throw new NotInContract(`parameter ${name}`);
    if (given.getAll(name).length > 1) throw new NotInContract(`parameter ${name} given twice`);
  }
  for (const name of required) if (!given.has(name)) throw new NotInContract(`parameter ${name} is missing`);
}

export async function readCall(request: IncomingMessage, origin: string): Promise<Call> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString("utf8");
  const type = request.headers["content-type"] ?? "";
  const isForm = type.startsWith("application/x-www-form-urlencoded");
  const isJson = type.startsWith("application/json");
  if (body !== "" && !isForm && !isJson) throw new NotInContract(`a body of the type ${type}`);
  const url = new URL(request.url ?? "/", origin);
  return {
    method: request.method ?? "",
    url,
    path: url.pathname.split("/").filter(Boolean).map(decodeURIComponent),
    form: new URLSearchParams(isForm ? body : ""),
    json: isJson && body !== "" ? JSON.parse(body) : undefined,
    headers: request.headers,
  };
}

export function writeAnswer(response: ServerResponse, answer: Answer): void {
  const { status, json, text, bytes, type, headers } = answer;
  const standard = json === undefined ? "text/html; charset=utf-8" : "application/json; charset=utf-8";
  response.writeHead(status, {
    "content-type": type ?? standard,
    "cache-control": "no-store",
    // The viewer makes cross-origin requests.
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "authorization, region",
    ...headers,
  });
  response.end(bytes ?? (json === undefined ? (text ?? "") : JSON.stringify(json)));
}
