import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { AppError } from "../errors.ts";
import { createAppKey } from "../key.ts";
import { createLog } from "../log.ts";
import type { Node } from "../nodes.ts";
import { createTickets, ticketHeader } from "./forwarding-ticket.ts";
import { createRequestForwarding, type RequestForwarding } from "./request-forwarding.ts";
import { createServer as createOurs } from "./server.ts";
import { upgradesOf } from "./upgrades.ts";

const secret = "a secret for tests of handing over";
const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const nodeAt = (id: string, url: string): Node => ({
  id,
  name: id,
  url,
  role: "web",
  version: "2.1",
  started_at: new Date(0),
  seen_at: new Date(),
  isSelf: false,
});

interface TestNode {
  readonly node: Node;
  readonly app: FastifyInstance;
  readonly handOver: RequestForwarding;
  /** Requests that arrived here and were not forwarded. */
  readonly asked: { url: string; ip: string; host: string }[];
  readonly missed: () => void;
}

/** A node that forwards everything below /at/<id> to that node, and answers the rest. */
async function startNode(id: string, list: Map<string, Node>, appSecret = secret): Promise<TestNode> {
  const hearers = new Set<() => void>();
  const handOver = createRequestForwarding({
    key: createAppKey(appSecret),
    trustProxy: [],
    nodes: {
      self: id,
      alive: () => [...list.values()].map((node) => ({ ...node, isSelf: node.id === id })),
      find: (other) => list.get(other),
      skewMs: () => 0,
      onChange: (hear) => {
        hearers.add(hear);
        return () => void hearers.delete(hear);
      },
    },
  });
  const app = await createOurs({ log: createLog("silent"), trustProxy: [], publicUrl: "" });
  handOver.plugin(app);
  const asked: TestNode["asked"] = [];
  app.all<{ Params: { id: string } }>("/at/:id/*", { onRequest: passOn }, async (request, reply) => {
    asked.push({ url: request.url, ip: request.ip, host: request.host });
    if (request.url.includes("long")) return reply.send(Readable.from(endless()));
    return reply.header("set-cookie", ["a=1", "b=2"]).send({ here: id, sent: request.body ?? null });
  });
  async function passOn(
    request: Parameters<RequestForwarding["pass"]>[0],
    reply: Parameters<RequestForwarding["pass"]>[1],
  ) {
    const to = list.get((request.params as { id: string }).id);
    if (to === undefined || to.id === id) return;
    if (await handOver.pass(request, reply, to)) return;
    // Forwarded before, and not ours: answered locally.
    if (request.headers[ticketHeader] !== undefined) return;
    throw new AppError("UNAVAILABLE");
  }
  const sockets = new WebSocketServer({ noServer: true });
  upgradesOf(app.server).on("/at/", (request, wire, head) => {
    const to = list.get((request.url ?? "").split("/")[2] ?? "");
    if (to !== undefined && to.id !== id) handOver.passSocket(request, wire, head, to);
    else
      sockets.handleUpgrade(request, wire, head, (socket) => {
        socket.send(`here is ${id}`);
        socket.on("message", (data) =>
          (data as Buffer).toString() === "end" ? socket.terminate() : socket.send(data),
        );
      });
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const node = nodeAt(id, `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
  list.set(id, node);
  closing.push(() => {
    handOver.close();
    app.server.closeAllConnections();
    return app.close();
  });
  return { node, app, handOver, asked, missed: () => hearers.forEach((hear) => hear()) };
}

let running = 0;
async function* endless() {
  running += 1;
  try {
    for (;;) yield Buffer.alloc(64 * 1024);
  } finally {
    running -= 1;
  }
}

async function two(otherSecret = secret) {
  const list = new Map<string, Node>();
  const [one, other] = [await startNode("one", list), await startNode("two", list, otherSecret)];
  return { list, one, other };
}

describe("a request that another node answers", () => {
  it("returns the response of that node, with the caller's own address, name and body", async () => {
    const { one, other } = await two();
    const reply = await fetch(`${one.node.url}/at/two/thing?x=1`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" },
      body: JSON.stringify({ much: "y".repeat(100_000) }),
    });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ here: "two", sent: { much: "y".repeat(100_000) } });
    expect(reply.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    const host = new URL(one.node.url).host;
    expect(other.asked).toEqual([{ url: "/at/two/thing?x=1", ip: "127.0.0.1", host }]);
    expect(one.asked).toEqual([]);
  });

  it("is streamed, and cancelled as soon as the caller disconnects", async () => {
    const { one } = await two();
    const leaving = new AbortController();
    const reply = await fetch(`${one.node.url}/at/two/long`, { signal: leaving.signal });
    const reader = reply.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    expect(running).toBe(1);
    leaving.abort();
    await expect.poll(() => running).toBe(0);
  });

  it("is refused with 503 and a retry time while that node is gone", async () => {
    const { one, other, list } = await two();
    await other.app.close();
    const asked = () => fetch(`${one.node.url}/at/two/thing`);
    for (const reply of [await asked(), await asked()]) {
      expect(reply.status).toBe(503);
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await reply.json()).toMatchObject({ code: "UNAVAILABLE" });
    }
    list.delete("two");
    expect((await asked()).status).toBe(200);
  });

  it("does not wait for a machine that accepts connections and does not respond", async () => {
    const { one, list } = await two();
    const silent = createServer((socket) => void setTimeout(() => socket.destroy(), 50));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    closing.push(() => void silent.close());
    list.set("two", nodeAt("two", `http://127.0.0.1:${(silent.address() as AddressInfo).port}`));
    expect((await fetch(`${one.node.url}/at/two/thing`)).status).toBe(503);
  });
});

describe("a ticket", () => {
  const ticketFrom = (to: string, url: string, options: { secret?: string; at?: number } = {}) =>
    createTickets({
      key: createAppKey(options.secret ?? secret),
      self: "somebody",
      now: () => Date.now() + (options.at ?? 0),
    }).write({ method: "GET", url } as never, to, "203.0.113.9");
  const ask = (node: Node, path: string, ticket: string) =>
    fetch(node.url + path, { headers: { [ticketHeader]: ticket } });

  it("prevents loops: two nodes that each consider the other responsible answer themselves", async () => {
    const { one, other } = await two();
    // The second considers the third responsible, which is the first again.
    const path = "/at/two/thing";
    const reply = await ask(one.node, path, ticketFrom("one", path));
    expect(await reply.json()).toMatchObject({ here: "one" });
    expect(one.asked).toMatchObject([{ ip: "203.0.113.9" }]);
    expect(other.asked).toEqual([]);
  });

  it.each([
    ["made up", () => "1.aaaa.bbbb"],
    ["of another key", (path: string) => ticketFrom("one", path, { secret: "another secret, as long" })],
    ["for another node", (path: string) => ticketFrom("two", path)],
    ["for another address", () => ticketFrom("one", "/at/one/other")],
    ["of a while ago", (path: string) => ticketFrom("one", path, { at: -20_000 })],
    ["of tomorrow", (path: string) => ticketFrom("one", path, { at: 20_000 })],
  ])("that is %s is refused", async (_, make) => {
    const { one } = await two();
    const path = "/at/one/thing";
    expect((await ask(one.node, path, make(path))).status).toBe(403);
    expect(one.asked).toEqual([]);
  });

  it("of a node with another key ends at the other, without a loop", async () => {
    const { one, other } = await two("another secret, just as long as that one");
    expect((await fetch(`${one.node.url}/at/two/thing`)).status).toBe(403);
    expect([...one.asked, ...other.asked]).toEqual([]);
  });
});

describe("a socket that another node takes", () => {
  const open = async (url: string) => {
    const socket = new WebSocket(url.replace("http", "ws"));
    const heard: string[] = [];
    socket.on("message", (data) => heard.push((data as Buffer).toString()));
    socket.on("error", () => undefined);
    closing.push(() => socket.terminate());
    return { socket, heard };
  };

  it("carries data in both directions, and ends with either end", async () => {
    const { one } = await two();
    const { socket, heard } = await open(`${one.node.url}/at/two/socket`);
    await expect.poll(() => heard).toEqual(["here is two"]);
    socket.send("x".repeat(200_000));
    await expect.poll(() => heard[1]?.length).toBe(200_000);
    const gone = once(socket, "close");
    socket.send("end");
    await gone;
  });

  it("ends when the node is missed, since a dead machine sends nothing", async () => {
    const { one, list } = await two();
    const { socket, heard } = await open(`${one.node.url}/at/two/socket`);
    await expect.poll(() => heard).toEqual(["here is two"]);
    const gone = once(socket, "close");
    list.delete("two");
    one.missed();
    await gone;
  });

  it("is not forwarded twice, not even between nodes with different keys", async () => {
    const { one, other, list } = await two("another secret, just as long as that one");
    // Each considers the other responsible.
    list.set("three", { ...one.node, id: "three" });
    const { socket } = await open(`${other.node.url}/at/three/socket`);
    const [, response] = (await once(socket, "unexpected-response")) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(503);
  });

  it("is refused with 503 while that node is gone", async () => {
    const { one, other } = await two();
    await other.app.close();
    const { socket } = await open(`${one.node.url}/at/two/socket`);
    const [, response] = (await once(socket, "unexpected-response")) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(503);
  });
});
