import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** Bytes that a sender must bring in a second, over a while. */
const leastPerSecond = 1024;
/**
 * Milliseconds over which it is measured. A stranger who drips a body holds a connection for nothing; somebody who is
 * signed in may stand in a tunnel, and his upload would have to begin again.
 */
interface Patience {
  /** Between two looks. */
  readonly every: number;
  readonly stranger: number;
  readonly person: number;
}

interface Sending {
  readonly raw: IncomingMessage;
  readonly isPerson: () => boolean;
  /** What the socket had brought at that moment. */
  bytes: number;
  since: number;
}

/**
 * Cuts connections whose body comes slower than a kilobyte a second. Node limits the time of headers and of a whole
 * call alone, and a call may take hours where a large file is sent.
 */
export function cutSlowBodies(
  app: FastifyInstance,
  patience: Patience = { every: 2000, stranger: 12_000, person: 60_000 },
): void {
  const sending = new Set<Sending>();
  app.addHook("onRequest", async (request) => {
    const { raw } = request;
    if (!hasBody(raw)) return;
    const one: Sending = {
      raw,
      isPerson: () => request.scope.user !== undefined,
      bytes: raw.socket.bytesRead,
      since: performance.now(),
    };
    sending.add(one);
    raw.once("close", () => sending.delete(one));
    raw.once("end", () => sending.delete(one));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const one of sending) if (isTooSlow(one, now, patience)) one.raw.socket.destroy();
  }, patience.every).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function isTooSlow(one: Sending, now: number, patience: Patience): boolean {
  const { raw } = one;
  if (raw.complete) return false;
  // What lies here unread is our slowness, not the sender's.
  if (raw.readableLength >= raw.readableHighWaterMark) {
    one.bytes = raw.socket.bytesRead;
    one.since = now;
    return false;
  }
  const time = now - one.since;
  if (time < (one.isPerson() ? patience.person : patience.stranger)) return false;
  if (raw.socket.bytesRead - one.bytes < (leastPerSecond * time) / 1000) return true;
  one.bytes = raw.socket.bytesRead;
  one.since = now;
  return false;
}
