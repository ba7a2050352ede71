import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { respond } from "../packager/index.ts";
import type { Tokens } from "../tokens.ts";
import type { Channels } from "./channels.ts";

export interface HttpOptions {
  readonly channels: Channels;
  readonly tokens: Tokens;
  /** Handles the sockets of browsers: `watch` and `send`. */
  readonly onUpgrade: (request: IncomingMessage, wire: Duplex, head: Buffer) => void;
}

/** Answers players; reachable only from the server on this machine, which forwards requests that passed its own checks. */
export async function listenHttp(options: HttpOptions): Promise<number> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch(() => response.destroy());
  });
  server.on("upgrade", (request, wire, head) => {
    wire.on("error", () => undefined);
    options.onUpgrade(request, wire, head);
  });
  // Requests wait for the next part, and the server reuses its connections.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function answer(
  { channels, tokens }: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://localhost");
  const [, kind = "", code = "", token = "", name = "", ...more] = url.pathname.split("/");
  const facts = kind === "live" ? tokens.read("watch", code, token) : null;
  const broadcast = channels.find(code);
  const packager = channels.packagerOf(code);
  if (facts === null || more.length > 0 || broadcast === undefined || packager === null)
    return empty(response, 404);
  if (!broadcast.viewers.admit(facts, Date.now())) return empty(response, 403);
  // The server has the file already and asks for the viewer alone.
  if (request.method === "HEAD") return empty(response, 200);
  const reply = await respond(packager, name, url.searchParams);
  if (response.destroyed) return;
  const pieces = typeof reply.body === "string" ? [Buffer.from(reply.body)] : reply.body;
  response.writeHead(reply.status, {
    "content-type": reply.type,
    "content-length": pieces.reduce((sum, piece) => sum + piece.length, 0),
    "cache-control": reply.cache,
  });
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
  response.uncork();
}

function empty(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-length": 0, "cache-control": "no-store" });
  response.end();
}
