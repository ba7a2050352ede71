import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Bytes per second that a sender must deliver, on average over a period. */
const leastPerSecond = 1024;
/**
 * Milliseconds over which it is measured. A guest who trickles a body holds a connection for nothing; a signed-in user
 * may be in a tunnel, and their upload would have to start over.
 */
interface Patience {
  /** Between two checks. */
  readonly every: number;
  readonly stranger: number;
  readonly person: number;
}

interface Sending {
  readonly raw: IncomingMessage;
  readonly isPerson: () => boolean;
  /** Bytes that the socket had received at that moment. */
  bytes: number;
  since: number;
}

/**
 * Closes connections whose body arrives slower than a kilobyte a second. Node limits only the time of headers and of a
 * whole call, and a call may take hours for a large file.
 */
export function cutSlowBodies(
  app: FastifyInstance,
  patience: Patience = { every: 2000, stranger: 12_000, person: 60_000 },
): void {
  const sending = new Set<Sending>();
  app.addHook("onRequest", (request, _reply, done) => {
    if (hasBody(request.raw)) watch(request);
    done();
  });
  const watch = (request: FastifyRequest) => {
    const { raw } = request;
    const one: Sending = {
      raw,
      isPerson: () => request.scope.user !== undefined,
      bytes: raw.socket.bytesRead,
      since: performance.now(),
    };
    sending.add(one);
    raw.once("close", () => sending.delete(one));
    raw.once("end", () => sending.delete(one));
  };
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
  // Unread bytes here are this server's slowness, not the sender's.
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
