import { Agent, request as askPlain, type IncomingMessage, type RequestOptions } from "node:http";
import { request as askSecure, Agent as SecureAgent } from "node:https";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import type { AppKey } from "../key.ts";
import type { Node, Nodes } from "../nodes.ts";
import { addressReader } from "../realtime/address.ts";
import { nodeFor } from "../serving-nodes.ts";
import { createTickets, ticketHeader } from "./hand-ticket.ts";

export interface HandOverOptions {
  readonly key: AppKey;
  readonly nodes: Pick<Nodes, "self" | "alive" | "find" | "onChange" | "skewMs">;
  /** Proxies whose forwarding headers are believed: addresses or ranges. */
  readonly trustProxy: readonly string[];
}

/**
 * Passes requests on to the node that has what they ask for. What was passed on carries a ticket (`hand-ticket.ts`): it
 * is answered there, by whatever that node has, and never passed on twice.
 */
export interface HandOver {
  /** Reads tickets: refuses those that are not good, and gives requests the address of who really asks. */
  plugin(app: FastifyInstance): void;
  /** Whether another of our nodes has passed it on to this one. */
  isHanded(request: IncomingMessage): boolean;
  /** The node that answers for a name (see `nodeFor`); null when it is this one, or another one thought so. */
  nodeFor(name: string, request: IncomingMessage): Node | null;
  /**
   * Passes on a request whose body was not read, and back its answer. False, with nothing said to anybody, when that node
   * cannot be reached, and for what was passed on before.
   */
  pass(request: FastifyRequest, reply: FastifyReply, to: Node): Promise<boolean>;
  /** The same of a socket; refused with 503 where `pass` is false. Ends when the node is missed. */
  passSocket(request: IncomingMessage, wire: Duplex, head: Buffer, to: Node): void;
  close(): void;
}

/** Milliseconds to a connection: nodes are near each other. */
const CONNECT = 2_000;
/** Milliseconds to an answer: a media process that is just starting is waited for fifteen seconds. */
const ANSWER = 20_000;
/** Milliseconds for which a node that could not be reached is not asked again. */
const REST = 1_000;
/** Seconds after which it may be asked again; as long as it takes to notice who came. */
export const AGAIN = "2";

export function createHandOver({ key, nodes, trustProxy }: HandOverOptions): HandOver {
  const plain = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  const secure = new SecureAgent({ keepAlive: true, maxFreeSockets: 64 });
  const tickets = createTickets({ key, self: nodes.self, now: () => Date.now() - nodes.skewMs() });
  const addressOf = addressReader(trustProxy);
  const resting = new Map<string, number>();
  const wires = new Map<Duplex, string>();
  // A machine that is gone says nothing: whoever waits for its word would wait for ever.
  const stopHearing = nodes.onChange(() => {
    for (const [wire, id] of wires) if (nodes.find(id) === undefined) wire.destroy();
  });

  const isHanded = (request: IncomingMessage) => tickets.read(request) !== null;
  const mayPass = (request: IncomingMessage, to: Node) =>
    !isHanded(request) && (resting.get(to.id) ?? 0) < performance.now();
  const rest = (to: Node) => void resting.set(to.id, performance.now() + REST);

  function ask(request: IncomingMessage, to: Node, address: string, more: More = {}) {
    const url = new URL(to.url);
    const isSecure = url.protocol === "https:";
    const asked = (isSecure ? askSecure : askPlain)({
      agent: isSecure ? secure : plain,
      host: url.hostname.replaceAll(/[[\]]/g, ""),
      port: url.port || (isSecure ? 443 : 80),
      method: request.method,
      path: request.url,
      // The name by which the caller came stays; a certificate is that of the node.
      ...(isSecure && { servername: url.hostname }),
      setHost: false,
      timeout: ANSWER,
      ...more,
      headers: {
        ...endToEnd(request),
        ...more.headers,
        [ticketHeader]: tickets.write(request, to.id, address),
      },
    });
    asked.on("timeout", () => asked.destroy(new Error("no answer")));
    asked.on("socket", (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(() => asked.destroy(new Error("no connection")), CONNECT);
      const settle = () => clearTimeout(timer);
      socket.once("connect", settle).once("close", settle);
    });
    return asked;
  }

  /** Null when nobody answers. */
  function answerOf(request: FastifyRequest, reply: FastifyReply, to: Node): Promise<IncomingMessage | null> {
    return new Promise((resolve) => {
      const asked = ask(request.raw, to, request.ip);
      asked.on("response", resolve);
      asked.on("error", () => resolve(null));
      // Whoever leaves needs no answer any more.
      reply.raw.on("close", () => {
        if (!reply.raw.writableFinished) asked.destroy();
      });
      if (request.method === "GET" || request.method === "HEAD") asked.end();
      else pipeline(request.raw, asked).catch(() => asked.destroy());
    });
  }

  return {
    plugin(app) {
      app.addHook("onRequest", async (request) => {
        if (request.headers[ticketHeader] === undefined) return;
        const ticket = tickets.read(request.raw);
        // Ignored, a ticket of a node with another key would be passed on for ever.
        if (ticket === null) throw new AppError("FORBIDDEN");
        Object.defineProperty(request, "ip", { value: ticket.address });
      });
    },
    isHanded,
    nodeFor(name, request) {
      const node = nodeFor(name, nodes);
      return node === null || isHanded(request) ? null : node;
    },
    async pass(request, reply, to) {
      if (!mayPass(request.raw, to)) return false;
      const answer = await answerOf(request, reply, to);
      if (answer === null && !reply.raw.destroyed) {
        rest(to);
        return false;
      }
      // As it is, with the headers that the other node has given it: none of ours come on top.
      reply.hijack();
      if (answer === null) return true;
      reply.raw.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer));
      await pipeline(answer, reply.raw).catch(() => reply.raw.destroy());
      return true;
    },
    passSocket(request, wire, head, to) {
      if (!mayPass(request, to)) return refuse(wire);
      const { upgrade = "websocket" } = request.headers;
      const headers = { connection: "Upgrade", upgrade };
      const asked = ask(request, to, addressOf(request), { agent: false, headers });
      asked.on("upgrade", (answer, inner, innerHead) => {
        const named = Object.entries({ ...headers, ...endToEnd(answer) });
        const lines = named.flatMap(([name, value]) =>
          [value ?? []].flat().map((each) => `${name}: ${each}`),
        );
        wire.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
        wire.write(innerHead);
        inner.write(head);
        wires.set(wire, to.id);
        wire.once("close", () => wires.delete(wire));
        join(wire, inner);
      });
      asked.on("response", (answer) => {
        answer.resume();
        refuse(wire, `${answer.statusCode ?? 502} ${answer.statusMessage ?? ""}`, "");
      });
      asked.on("error", () => {
        rest(to);
        refuse(wire);
      });
      wire.once("close", () => asked.destroy());
      asked.end();
    },
    close() {
      stopHearing();
      for (const wire of wires.keys()) wire.destroy();
      plain.destroy();
      secure.destroy();
    },
  };
}

interface More extends Pick<RequestOptions, "agent"> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** What belongs to one connection, and not to what is said over it. */
const hops = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  ticketHeader,
]);

function endToEnd({ headers }: IncomingMessage): Record<string, string | string[] | undefined> {
  const named = new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hops.has(name) && !named.has(name)));
}

/** Each end ends the other, and a slow reader slows down who writes. */
function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
    from.pipe(to);
  }
}

function refuse(wire: Duplex, status = "503 Service Unavailable", more = `Retry-After: ${AGAIN}\r\n`): void {
  wire.end(`HTTP/1.1 ${status}\r\n${more}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}
