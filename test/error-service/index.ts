import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type EnvelopeItem, readEnvelope } from "./envelope.ts";

const publicKey = "0123456789abcdef0123456789abcdef";
const project = "7";

export interface ErrorService {
  /** The reporting address for browsers. */
  readonly dsn: string;
  readonly origin: string;
  /** Every request body, unchanged. */
  readonly raw: readonly string[];
  /** Received data that the contract does not define; see CONTRACT.md. */
  readonly violations: readonly string[];
  items(type: string): readonly EnvelopeItem[];
  close(): Promise<void>;
}

/** Starts a service that receives envelopes and stores them. */
export async function startErrorService(): Promise<ErrorService> {
  const raw: string[] = [];
  const violations: string[] = [];
  const kept: EnvelopeItem[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    raw.push(
      `${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body.toString("utf8")}`,
    );
    try {
      expectAddress(request);
      const { items } = readEnvelope(body);
      kept.push(...items);
      response.setHeader("content-type", "application/json").end(JSON.stringify({ id: "0".repeat(32) }));
    } catch (error) {
      violations.push(error instanceof Error ? error.message : String(error));
      response.writeHead(501).end();
    }
  };

  const server = createServer((request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    void answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://${publicKey}@127.0.0.1:${port}/${project}`,
    origin: `http://127.0.0.1:${port}`,
    raw,
    violations,
    items: (type) => kept.filter((item) => item.type === type),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function expectAddress({ method, url = "", headers }: IncomingMessage): void {
  const { pathname, searchParams } = new URL(url, "http://service.example");
  if (method !== "POST" || pathname !== `/api/${project}/envelope/`) throw new Error(`${method} ${pathname}`);
  const known = new Set(["sentry_key", "sentry_version", "sentry_client"]);
  for (const name of searchParams.keys()) if (!known.has(name)) throw new Error(`the parameter ${name}`);
  if (searchParams.get("sentry_key") !== publicKey) throw new Error("another key");
  if (searchParams.get("sentry_version") !== "7") throw new Error("another version");
  if (headers["content-encoding"] !== undefined) throw new Error("a compressed body");
  if (headers.cookie !== undefined) throw new Error("a cookie");
}
