import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A site's line, and what goes wrong with it. Times in milliseconds, spans from the least to the most. */
export interface BadLineOptions {
  /** Whom it leads to, on this machine. */
  readonly port: number;
  readonly roundTrip: number;
  /** Each way, for all connections together. */
  readonly bitsPerSecond: number;
  /** From one reset of every connection to the next. */
  readonly resetAfter: readonly [number, number];
  /** From the beginning of one blackout, in which nothing passes, to that of the next; and how long one lasts. */
  readonly darkAfter: readonly [number, number];
  readonly darkFor: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

export interface BadLine {
  readonly port: number;
  readonly origin: string;
  /** Until then it is slow and nothing else. */
  spoil(): void;
  /** Whole and no worse than slow from here on. */
  mend(): void;
  /** Bytes that have crossed towards the server, whatever became of them there. */
  sentUp(): number;
  readonly resets: () => number;
  readonly blackouts: () => number;
  /** Connections that are open now. */
  readonly open: () => number;
  close(): Promise<void>;
}

/** Small enough that bandwidth is shared evenly, and that a cut comes between two of them. */
const piece = 4096;
/** Milliseconds by which timers come late, which is made up for. */
const late = 5;

/**
 * Opens a line on loopback in front of a server. What waits for its turn when the line is cut never crossed; what had
 * crossed by then arrives. A blackout is a moment until which nothing passes, so that it cannot be forgotten to end.
 */
export async function openBadLine(options: BadLineOptions): Promise<BadLine> {
  const { roundTrip, random } = options;
  const pairs = new Set<Pair>();
  const count = { up: 0, resets: 0, blackouts: 0 };
  let darkUntil = 0;
  let isBad: AbortController | undefined;
  const between = ([least, most]: readonly [number, number]) => least + random() * (most - least);

  /** One way of the line: whose turn it is next. */
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
    // At its end only one way of the connection is over.
    for await (const chunk of from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)
      for (let at = 0; at < chunk.length; at += piece) {
        const part = chunk.subarray(at, at + piece);
        await pass(part.length, signal);
        if (pass === up) count.up += part.length;
        setTimeout(() => to.writable && to.write(part), roundTrip / 2);
      }
    setTimeout(() => to.writable && to.end(), roundTrip / 2);
  }

  /** Both ends, as a box on the way does it that forgets its connections; the server has first what had crossed. */
  function reset(pair: Pair): void {
    pair.cut.abort();
    pair.near.resetAndDestroy();
    setTimeout(() => pair.far.resetAndDestroy(), roundTrip / 2 + 20);
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: options.port, host: "127.0.0.1", allowHalfOpen: true });
    const pair: Pair = { near, far, cut: new AbortController() };
    pairs.add(pair);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      // A reset is what this is about: whoever carried tells it below.
      socket.on("error", () => undefined);
      socket.once("close", () => {
        if (near.destroyed && far.destroyed) pairs.delete(pair);
      });
    }
    const isOver = () => reset(pair);
    // The first byte goes when both ends know of each other.
    void sleep(roundTrip, undefined, { signal: pair.cut.signal })
      .then(() => Promise.all([carry(near, far, up, pair), carry(far, near, down, pair)]))
      .catch(isOver);
  });

  async function goWrong(after: readonly [number, number], signal: AbortSignal, what: () => void) {
    for (;;) {
      await sleep(between(after), undefined, { signal });
      // In the dark not even a reset gets through.
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

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  readonly cut: AbortController;
}
