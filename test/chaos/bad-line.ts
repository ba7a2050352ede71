import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createBodyBytes } from "./body-bytes.ts";

/** A construction site's network link and its faults. Times in milliseconds, ranges from minimum to maximum. */
export interface BadLineOptions {
  /** Target port on this machine. */
  readonly port: number;
  readonly roundTrip: number;
  /** In each direction, for all connections together. */
  readonly bitsPerSecond: number;
  /** Time from one reset of every connection to the next. */
  readonly resetAfter: readonly [number, number];
  /** Time from the start of one blackout, in which nothing passes, to the start of the next; and how long one lasts. */
  readonly darkAfter: readonly [number, number];
  readonly darkFor: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

export interface BadLine {
  readonly port: number;
  readonly origin: string;
  /** Starts the faults; until then the link is only slow. */
  spoil(): void;
  /** Ends the faults: from here on the link is only slow. */
  mend(): void;
  /** Bytes that have crossed towards the server, whatever happened to them there. */
  sentUp(): number;
  /** Of these, bytes of parts of uploads: bodies of PATCH requests. */
  readonly partsUp: () => number;
  readonly resets: () => number;
  readonly blackouts: () => number;
  /** Number of open connections. */
  readonly open: () => number;
  close(): Promise<void>;
}

/** Small enough that bandwidth is shared evenly, and that a cut comes between two pieces. */
const piece = 4096;
/** Milliseconds by which timers are late, which is compensated. */
const late = 5;

/**
 * Opens a link on loopback in front of a server. Queued bytes never cross when the link is cut; bytes that had crossed
 * by then arrive. A blackout is a time until which nothing passes, so that it always ends.
 */
export async function openBadLine(options: BadLineOptions): Promise<BadLine> {
  const { roundTrip, random } = options;
  const pairs = new Set<Pair>();
  const count = { up: 0, parts: 0, resets: 0, blackouts: 0 };
  let darkUntil = 0;
  let isBad: AbortController | undefined;
  const between = ([least, most]: readonly [number, number]) => least + random() * (most - least);

  /** One direction of the link, with its bandwidth shared by all connections. */
  const way = () => {
    let freeAt = 0;
    return async (bytes: number, signal: AbortSignal): Promise<void> => {
      freeAt = Math.max(freeAt, performance.now() - late) + (bytes * 8000) / options.bitsPerSecond;
      const turn = freeAt;
      const left = () => Math.max(turn, darkUntil) - performance.now();
      for (let wait = left(); wait > 0; wait = left())
        await sleep(Math.min(wait, 100), undefined, { signal });
    };
  };
  const [up, down] = [way(), way()];

  async function carry(from: Socket, to: Socket, pass: typeof up, pair: Pair): Promise<void> {
    const { signal } = pair.cut;
    const bodies = createBodyBytes();
    // The end of a stream closes only one direction of the connection.
    for await (const chunk of from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)
      for (let at = 0; at < chunk.length; at += piece) {
        const part = chunk.subarray(at, at + piece);
        await pass(part.length, signal);
        if (pass === up) {
          const before = bodies.of("PATCH");
          bodies.add(part);
          count.up += part.length;
          count.parts += bodies.of("PATCH") - before;
        }
        setTimeout(() => to.writable && to.write(part), roundTrip / 2);
      }
    setTimeout(() => to.writable && to.end(), roundTrip / 2);
  }

  /**
   * Resets both ends, like a middlebox that loses its connection state; the server first receives bytes that had
   * crossed.
   */
  function reset(pair: Pair): void {
    pair.cut.abort();
    pair.near.resetAndDestroy();
    setTimeout(() => void handOver(pair.far).then(() => pair.far.resetAndDestroy()), roundTrip / 2);
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: options.port, host: "127.0.0.1", allowHalfOpen: true });
    const pair: Pair = { near, far, cut: new AbortController() };
    pairs.add(pair);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      // Resets are expected here: the code that transfers reports them below.
      socket.on("error", () => undefined);
      socket.once("close", () => {
        if (near.destroyed && far.destroyed) pairs.delete(pair);
      });
    }
    const isOver = () => reset(pair);
    // The first byte is sent after the handshake of both ends.
    void sleep(roundTrip, undefined, { signal: pair.cut.signal })
      .then(() => Promise.all([carry(near, far, up, pair), carry(far, near, down, pair)]))
      .catch(isOver);
  });

  async function goWrong(after: readonly [number, number], signal: AbortSignal, what: () => void) {
    for (;;) {
      await sleep(between(after), undefined, { signal });
      // During a blackout not even a reset gets through.
      if (performance.now() >= darkUntil) what();
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");

  const line: BadLine = {
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    spoil() {
      if (isBad !== undefined) return;
      isBad = new AbortController();
      const { signal } = isBad;
      void goWrong(options.resetAfter, signal, () => {
        if (pairs.size > 0) count.resets += 1;
        for (const pair of pairs) reset(pair);
      }).catch(() => undefined);
      void goWrong(options.darkAfter, signal, () => {
        count.blackouts += 1;
        darkUntil = performance.now() + options.darkFor;
      }).catch(() => undefined);
    },
    mend() {
      isBad?.abort();
      isBad = undefined;
      darkUntil = 0;
    },
    sentUp: () => count.up,
    partsUp: () => count.parts,
    resets: () => count.resets,
    blackouts: () => count.blackouts,
    open: () => pairs.size,
    async close() {
      line.mend();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const { near, far, cut } of pairs) {
        cut.abort();
        near.destroy();
        far.destroy();
      }
      await closed;
    },
  };
  return line;
}

/**
 * Waits until the other end could read the bytes written so far: a reset discards those that wait for it. An end that
 * reads nothing is waited for no longer than a second.
 */
async function handOver(socket: Socket): Promise<void> {
  const end = performance.now() + 1000;
  do await sleep(20);
  while (socket.writableLength > 0 && performance.now() < end);
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  readonly cut: AbortController;
}
