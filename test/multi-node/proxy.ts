import { once } from "node:events";
import {
  Agent,
  request as ask,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";

/** The proxy in front of several nodes: a minimal version of the Caddyfile. */
export interface Proxy {
  readonly origin: string;
  /** Sends everything to this node, for as long as it is ready; undefined: to each in turn. */
  pin(node: number | undefined): void;
  /** Nodes that report that they are ready. */
  ready(): number[];
  /** Number of responses of each node, and of requests without an available node. */
  counts(): { readonly answered: readonly number[]; readonly failed: number };
  close(): Promise<void>;
}

/** Milliseconds between two checks of a node's readiness. */
const LOOK = 250;
/** Milliseconds for which a request waits for an available node. */
const PATIENCE = 5_000;

const sleep = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Opens it on `port` in front of `targets` (`http://127.0.0.1:8081`, …), which may start and stop. */
export async function openProxy(targets: readonly string[], port: number): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const answered = targets.map(() => 0);
  const isReady = targets.map(() => false);
  const wires = new Set<Duplex>();
  let pinned: number | undefined;
  let turn = 0;
  let failed = 0;

  const look = async (): Promise<void> => {
    await Promise.all(
      targets.map(async (target, at) => {
        isReady[at] = await fetch(`${target}/api/ready`, { signal: AbortSignal.timeout(2_000) }).then(
          (answer) => answer.ok,
          () => false,
        );
      }),
    );
  };
  await look();
  const looking = setInterval(() => void look(), LOOK);

  const ready = () => targets.flatMap((_, at) => (isReady[at] === true ? [at] : []));
  const choose = (refused: ReadonlySet<number>): number | undefined => {
    const able = ready().filter((at) => !refused.has(at));
    if (pinned !== undefined && able.includes(pinned)) return pinned;
    turn += 1;
    return able[turn % able.length];
  };

  function forward(request: IncomingMessage, at: number) {
    const { hostname, port: own } = new URL(targets[at] ?? "");
    const address = request.socket.remoteAddress ?? "";
    const headers: IncomingHttpHeaders = {
      ...request.headers,
      "x-forwarded-for": [request.headers["x-forwarded-for"], address].filter(Boolean).join(", "),
      "x-forwarded-proto": "http",
    };
    return ask({
      agent,
      hostname,
      port: own,
      method: request.method,
      path: request.url,
      headers,
      setHost: false,
    });
  }

  /** The response of the first node that accepts the request: nothing is sent without an established connection. */
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = new Set<number>();
    for (const end = performance.now() + PATIENCE; performance.now() < end; ) {
      const at = choose(refused);
      if (at === undefined) {
        refused.clear();
        await sleep(50);
        continue;
      }
      const outcome = await new Promise<"done" | "unreached" | "broken">((resolve) => {
        const asked = forward(request, at);
        let isSent = false;
        asked.on("socket", (socket) => {
          const send = () => {
            isSent = true;
            request.pipe(asked);
          };
          if (socket.connecting) socket.once("connect", send);
          else send();
        });
        asked.on("response", (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
          answer.pipe(response);
          answer.on("end", () => resolve("done"));
          answer.on("error", () => {
            response.destroy();
            resolve("broken");
          });
        });
        asked.on("error", () => resolve(isSent ? "broken" : "unreached"));
        response.on("close", () => asked.destroy());
      });
      if (outcome === "done") {
        answered[at] = (answered[at] ?? 0) + 1;
        return;
      }
      if (outcome === "broken") break;
      refused.add(at);
    }
    failed += 1;
    if (!response.headersSent) response.writeHead(502).end();
    else response.destroy();
  }

  const server = createServer((request, response) => void pass(request, response));
  server.on("upgrade", (request: IncomingMessage, wire: Duplex, head: Buffer) => {
    const at = choose(new Set());
    wire.on("error", () => wire.destroy());
    if (at === undefined) return void wire.destroy();
    wires.add(wire.once("close", () => wires.delete(wire)));
    const asked = forward(request, at);
    asked.on("upgrade", (answer, inner, innerHead) => {
      const lines = [`HTTP/1.1 101 ${answer.statusMessage}`];
      for (let n = 0; n < answer.rawHeaders.length; n += 2)
        lines.push(`${answer.rawHeaders[n]}: ${answer.rawHeaders[n + 1]}`);
      wire.write(`${lines.join("\r\n")}\r\n\r\n`);
      wire.write(innerHead);
      inner.write(head);
      inner.on("error", () => wire.destroy());
      inner.on("close", () => wire.destroy());
      wire.on("close", () => inner.destroy());
      inner.pipe(wire).pipe(inner);
    });
    asked.on("response", (answer) => {
      wire.end(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\nConnection: close\r\n\r\n`);
    });
    asked.on("error", () => wire.destroy());
    asked.end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${port}`,
    pin: (node) => {
      pinned = node;
    },
    ready,
    counts: () => ({ answered: [...answered], failed }),
    async close() {
      clearInterval(looking);
      for (const wire of wires) wire.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
