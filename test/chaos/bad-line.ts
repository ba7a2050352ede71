import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

export interface BadLineOptions {
  /** Where it leads. */
  readonly port: number;
  /** Milliseconds that everything takes in each direction. */
  readonly delayMs?: number;
  /** In each direction; without it as fast as it goes. */
  readonly bytesPerSecond?: number;
}

/** A line between a browser and the server, as bad as somebody makes it. */
export interface BadLine {
  readonly origin: string;
  /** Bytes that came in from the browser's side. */
  sentUp(): number;
  /** Cuts everything that is open, without a word; returns how many lines that were. */
  cut(): number;
  /** Nothing gets through for so many milliseconds. */
  blackOut(ms: number): Promise<void>;
  close(): Promise<void>;
}

export async function openBadLine(options: BadLineOptions): Promise<BadLine> {
  const { port, delayMs = 0, bytesPerSecond = Number.POSITIVE_INFINITY } = options;
  const open = new Set<Socket>();
  let isDark = false;
  let up = 0;
  const server = createServer((near) => {
    if (isDark) return void near.resetAndDestroy();
    const far = connect(port, "127.0.0.1");
    for (const end of [near, far]) {
      open.add(end);
      end.on("error", () => undefined);
      end.on("close", () => {
        open.delete(end);
        near.destroy();
        far.destroy();
      });
    }
    near.on("data", (chunk: Buffer) => (up += chunk.length));
    near.pipe(slowed(delayMs, bytesPerSecond)).pipe(far);
    far.pipe(slowed(delayMs, bytesPerSecond)).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    const count = open.size / 2;
    for (const socket of open) socket.resetAndDestroy();
    return count;
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sentUp: () => up,
    cut,
    async blackOut(ms) {
      isDark = true;
      cut();
      await pause(ms);
      isDark = false;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Each piece waits for its own length, and all of them for the way. */
function slowed(delayMs: number, bytesPerSecond: number): Transform {
  return new Transform({
    highWaterMark: 16 * 1024,
    transform(chunk: Buffer, _encoding, done) {
      const wait = delayMs + (chunk.length / bytesPerSecond) * 1000;
      setTimeout(() => done(null, chunk), wait);
    },
  });
}
