import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import type { AppKey } from "../key.ts";
import { createMetrics, type Metrics } from "../metrics.ts";
import type { Node, Nodes } from "../nodes.ts";
import { addressReader } from "../realtime/address.ts";
import { nodeFor } from "../serving-nodes.ts";
import { createForwardingClient, endToEndHeaders } from "./forwarding-client.ts";
import { createTickets, ticketHeader } from "./forwarding-ticket.ts";

export interface RequestForwardingOptions {
  readonly key: AppKey;
  readonly nodes: Pick<Nodes, "self" | "alive" | "find" | "onChange" | "skewMs">;
  /** Trusted proxies, whose forwarding headers are used: addresses or ranges. */
  readonly trustProxy: readonly string[];
  readonly metrics?: Metrics;
}

/**
 * Forwards requests to the node that can answer them. A forwarded request carries a ticket (`forwarding-ticket.ts`): it
 * is answered there, with that node's data, and never forwarded twice.
 */
export interface RequestForwarding {
  /** Reads tickets: refuses invalid ones, and gives requests the address of the original caller. */
  plugin(app: FastifyInstance): void;
  /** Whether another of our nodes has forwarded it to this one. */
  isHanded(request: IncomingMessage): boolean;
  /** The node responsible for a name (see `nodeFor`); null when it is this one, or when another one thought so. */
  nodeFor(name: string, request: IncomingMessage): Node | null;
  /**
   * Forwards a request whose body was not read, and returns its response. Returns false, with nothing sent, when that
   * node is unreachable, and for forwarded requests.
   */
  pass(request: FastifyRequest, reply: FastifyReply, to: Node): Promise<boolean>;
  /** The same for a socket; refused with 503 where `pass` returns false. Ends when the node is missed. */
  passSocket(request: IncomingMessage, wire: Duplex, head: Buffer, to: Node): void;
  close(): void;
}

/** Milliseconds for which an unreachable node is not contacted again. */
const REST = 1_000;
/** Seconds until a retry; as long as it takes to notice a new node. */
const AGAIN = "2";

export function createRequestForwarding({
  key,
  nodes,
  trustProxy,
  metrics = createMetrics(),
}: RequestForwardingOptions): RequestForwarding {
  const passed = metrics.counter({
    name: "sitewalk_handed_over_total",
    help: "Requests and sockets handed over to another node; unreachable: the node could not be reached.",
    labels: ["kind", "outcome"],
  });
  const asking = createForwardingClient();
  const tickets = createTickets({ key, self: nodes.self, now: () => Date.now() - nodes.skewMs() });
  const addressOf = addressReader(trustProxy);
  /** Until when, by node: every start of one has a new id. */
  const resting = new Map<string, number>();
  const wires = new Map<Duplex, string>();
  // A dead machine sends nothing: waiting for its response would take forever.
  const stopHearing = nodes.onChange(() => {
    for (const [wire, id] of wires) if (nodes.find(id) === undefined) wire.destroy();
    for (const id of resting.keys()) if (nodes.find(id) === undefined) resting.delete(id);
  });

  const isHanded = (request: IncomingMessage) => tickets.read(request) !== null;
  const mayPass = (request: IncomingMessage, to: Node) =>
    // Not even one with an invalid ticket: that of a node with another key would come back from it, again and again.
    request.headers[ticketHeader] === undefined && (resting.get(to.id) ?? 0) < performance.now();
  const rest = (kind: "request" | "socket", to: Node) => {
    passed.add(1, { kind, outcome: "unreachable" });
    resting.set(to.id, performance.now() + REST);
  };

  const ticketFor = (request: IncomingMessage, to: Node, address: string) => ({
    [ticketHeader]: tickets.write(request, to.id, address),
  });

  return {
    plugin(app) {
      app.addHook("onRequest", (request, _reply, done) => {
        const ticket = request.headers[ticketHeader] === undefined ? undefined : tickets.read(request.raw);
        // If it were ignored, a ticket of a node with another key would be forwarded forever.
        if (ticket === null) return done(new AppError("FORBIDDEN"));
        if (ticket !== undefined) Object.defineProperty(request, "ip", { value: ticket.address });
        done();
      });
    },
    isHanded,
    nodeFor(name, request) {
      const node = nodeFor(name, nodes);
      return node === null || isHanded(request) ? null : node;
    },
    async pass(request, reply, to) {
      if (!mayPass(request.raw, to)) return false;
      const asked = asking.ask(request.raw, to, ticketFor(request.raw, to, request.ip));
      const answer = await answerOf(asked, request, reply);
      if (answer === null && !reply.raw.destroyed) {
        rest("request", to);
        return false;
      }
      passed.add(1, { kind: "request", outcome: "answered" });
      // Unchanged, with the headers of the other node: none of ours are added.
      reply.hijack();
      if (answer === null) return true;
      reply.raw.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEndHeaders(answer));
      await pipeline(answer, reply.raw).catch(() => reply.raw.destroy());
      return true;
    },
    passSocket(request, wire, head, to) {
      if (!mayPass(request, to)) return refuse(wire);
      const { upgrade = "websocket" } = request.headers;
      const headers = { connection: "Upgrade", upgrade };
      const ticket = ticketFor(request, to, addressOf(request));
      const asked = asking.ask(request, to, { ...headers, ...ticket }, { isSocket: true });
      asked.on("upgrade", (answer, inner, innerHead) => {
        passed.add(1, { kind: "socket", outcome: "answered" });
        wire.write(switchingTo({ ...headers, ...endToEndHeaders(answer) }));
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
        rest("socket", to);
        refuse(wire);
      });
      wire.once("close", () => asked.destroy());
      asked.end();
    },
    close() {
      stopHearing();
      for (const wire of wires.keys()) wire.destroy();
      asking.close();
    },
  };
}

/** Null when there is no response. */
function answerOf(
  asked: ClientRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<IncomingMessage | null> {
  return new Promise((resolve) => {
    asked.on("response", resolve);
    asked.on("error", () => resolve(null));
    // A caller that has disconnected needs no response.
    reply.raw.on("close", () => {
      if (!reply.raw.writableFinished) asked.destroy();
    });
    if (request.method === "GET" || request.method === "HEAD") asked.end();
    else pipeline(request.raw, asked).catch(() => asked.destroy());
  });
}

/** The head of the response that upgrades a socket. */
function switchingTo(headers: OutgoingHttpHeaders): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${each}`),
  );
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`;
}

/** Each end closes the other, and a slow reader applies back pressure to the writer. */
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
