import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { textFrame } from "#server/platform/realtime/frame.ts";
import { createRealtime } from "#server/platform/realtime/index.ts";

/**
 * Runs sockets alone in a process, so that its memory and CPU are theirs: `product` is our server as it is, `yardstick`
 * the least that `ws` can do: every client receives everything, and a frame is built once and written to all.
 */

/** Messages to the process, and its answers once done. */
export type Order =
  | { readonly do: "publish"; readonly count: number; readonly data: string }
  | { readonly do: "collect" };

const [kind = "", key = "", secret = ""] = process.argv.slice(2);
const server = createServer((_, reply) => void reply.writeHead(404).end());
const publish = kind === "product" ? product() : yardstick();

function product(): (data: string) => void {
  const app = { key, secret };
  const realtime = createRealtime({
    key: createAppKey("b".repeat(32)),
    log: createLog("silent"),
    publicUrl: "",
    app,
  });
  realtime.attach(server);
  return (data) => realtime.publish({ channel: "private-bench", event: "room.ready", data });
}

function yardstick(): (data: string) => void {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const wires = new Set<Duplex>();
  server.on("upgrade", (request: IncomingMessage, wire: Duplex, head: Buffer) => {
    sockets.handleUpgrade(request, wire, head, (socket) => {
      socket.on("message", () => undefined);
      socket.on("close", () => wires.delete(wire));
      wires.add(wire);
      const data = JSON.stringify({ socket_id: "1.1", activity_timeout: 120 });
      socket.send(JSON.stringify({ event: "pusher:connection_established", data }));
    });
  });
  return (data) => {
    const text = JSON.stringify({
      event: "room.ready",
      channel: "private-bench",
      data: JSON.stringify(data),
    });
    const frame = textFrame(text);
    for (const wire of wires) wire.write(frame);
  };
}

process.on("message", (order: Order) => {
  if (order.do === "collect") {
    globalThis.gc?.();
    process.send?.({ rss: process.memoryUsage().rss });
    return;
  }
  let left = order.count;
  const next = (): void => {
    if (left-- === 0) return void process.send?.({ done: true });
    publish(order.data);
    setImmediate(next);
  };
  next();
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
