import { WebSocket } from "ws";
import { sign } from "#server/platform/realtime/index.ts";

/**
 * Simulates browsers with nothing but their sockets, in a process of its own: they connect, subscribe and count
 * received messages. Each address holds no more sockets than the product allows per address.
 */
export type ClientOrder =
  | {
      readonly do: "connect";
      readonly ports: readonly number[];
      readonly count: number;
      readonly subscribes: boolean;
    }
  | { readonly do: "count"; readonly frames: number }
  | { readonly do: "leave" };

const [key = "", secret = ""] = process.argv.slice(2);
const PER_ADDRESS = 500;
/** Concurrent handshakes. */
const AT_ONCE = 40;
let made = 0;
let sockets: WebSocket[] = [];
let frames = 0;
let wanted = Infinity;
/** Milliseconds from the timestamp in the message to its arrival. */
let delays: number[] = [];

const now = () => performance.timeOrigin + performance.now();

function connect(port: number, subscribes: boolean): Promise<void> {
  const address = Math.floor(made++ / PER_ADDRESS);
  const localAddress = `127.2.${(address >> 8) & 255}.${(address & 255) + 1}`;
  const url = `ws://127.0.0.1:${port}/app/${key}?protocol=7`;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { localAddress, perMessageDeflate: false });
    sockets.push(socket);
    socket.on("error", reject);
    socket.on("close", (code) => (code >= 4000 ? reject(new Error(`closed with ${code}`)) : undefined));
    let isReady = false;
    socket.on("message", (bytes: Buffer) => {
      if (isReady) return heard(bytes);
      const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: string };
      const isThere =
        event === (subscribes ? "pusher_internal:subscription_succeeded" : "pusher:connection_established");
      if (isThere) {
        isReady = true;
        return resolve();
      }
      const { socket_id } = JSON.parse(data) as { socket_id: string };
      const channel = "private-bench";
      const auth = sign({ key, secret }, socket_id, channel);
      return socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, auth } }));
    });
  });
}

function heard(bytes: Buffer): void {
  frames += 1;
  const at = bytes.indexOf('at\\":');
  if (at > 0) delays.push(now() - Number.parseFloat(bytes.toString("latin1", at + 5, at + 25)));
  if (frames === wanted) report();
}

function report(): void {
  process.send?.({ frames, delays, at: now() });
  frames = 0;
  delays = [];
  wanted = Infinity;
}

process.on("message", (order: ClientOrder) => {
  if (order.do === "count") {
    wanted = order.frames;
    if (frames >= wanted) report();
    return;
  }
  if (order.do === "leave") {
    for (const socket of sockets) socket.terminate();
    sockets = [];
    process.send?.({ left: true });
    return;
  }
  let left = order.count;
  const work = async () => {
    while (left-- > 0) await connect(order.ports[left % order.ports.length] ?? 0, order.subscribes);
  };
  Promise.all(Array.from({ length: AT_ONCE }, work)).then(
    () => process.send?.({ connected: sockets.length }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.send?.({ ready: true });
