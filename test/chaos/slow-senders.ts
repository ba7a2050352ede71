import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface SlowSenders {
  /** Milliseconds for which each connection was held. */
  readonly heldMs: readonly number[];
  /** 99th percentile of the well-behaved calls, before and meanwhile, in milliseconds. */
  readonly p99Before: number;
  readonly p99Meanwhile: number;
}

/** Milliseconds between two bytes of a slow sender. */
const drip = 1000;
/** Milliseconds before a held connection is given up. */
const patience = 30_000;

/**
 * Opens connections that send a byte a second, some in their headers, some in their bodies, and makes calls beside
 * them.
 */
export async function sendSlowly(origin: string, headers: number, bodies: number): Promise<SlowSenders> {
  const port = Number(new URL(origin).port);
  const p99Before = await p99Of(origin, 4000, new AbortController().signal);
  const ended = new AbortController();
  const meanwhile = p99Of(origin, patience, ended.signal);
  const held = await Promise.all([
    ...Array.from({ length: headers }, () => hold(port, "GET /api/health HTTP/1.1\r\nhost: x\r\nx-slow: ")),
    ...Array.from({ length: bodies }, () =>
      hold(
        port,
        "POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n",
      ),
    ),
  ]);
  ended.abort();
  return { heldMs: held, p99Before, p99Meanwhile: await meanwhile };
}

async function hold(port: number, beginning: string): Promise<number> {
  const socket: Socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.resume();
  const closed = once(socket, "close");
  const begin = performance.now();
  socket.write(beginning);
  const timer = setInterval(() => socket.writable && socket.write("x"), drip);
  const late = setTimeout(() => socket.destroy(), patience);
  await closed;
  clearInterval(timer);
  clearTimeout(late);
  return Math.round(performance.now() - begin);
}

async function p99Of(origin: string, duration: number, signal: AbortSignal): Promise<number> {
  const took: number[] = [];
  for (
    const end = performance.now() + duration;
    performance.now() < end && !signal.aborted;
    await sleep(20)
  ) {
    const begin = performance.now();
    await fetch(`${origin}/api/health`).then((response) => response.arrayBuffer());
    took.push(performance.now() - begin);
  }
  return Math.round(took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0);
}
