import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { type BadLineOptions, openBadLine } from "./chaos/bad-line.ts";

/** A server that keeps received bytes, connection by connection, and echoes them once its sender has ended. */
let server: Server;
const came: Buffer[][] = [];
beforeAll(async () => {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    const parts: Buffer[] = [];
    came.push(parts);
    socket.on("data", (part: Buffer) => parts.push(part));
    socket.on("end", () => socket.end(Buffer.concat(parts)));
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

async function lineWith(change: Partial<BadLineOptions> = {}) {
  const line = await openBadLine({
    port: (server.address() as AddressInfo).port,
    roundTrip: 4,
    bitsPerSecond: 80e6,
    resetAfter: [5, 15],
    darkAfter: [60_000, 60_000],
    darkFor: 50,
    random: Math.random,
    ...change,
  });
  onTestFinished(() => line.close());
  return line;
}

const opened = (port: number): Socket => connect(port, "127.0.0.1").on("error", () => undefined);
const bytesOf = (parts: readonly (readonly Buffer[])[]) =>
  parts.flat().reduce((sum, part) => sum + part.length, 0);
const sha256 = (parts: readonly Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest("hex");

async function echoed(port: number, bytes: Buffer): Promise<Buffer[]> {
  const socket = opened(port);
  socket.end(bytes);
  const back: Buffer[] = [];
  for await (const part of socket) back.push(part as Buffer);
  return back;
}

it("transfers everything in order, both ways, and counts it", async () => {
  const line = await lineWith();
  const bytes = randomBytes(300_000);
  expect(sha256(await echoed(line.port, bytes))).toBe(sha256([bytes]));
  expect(line.sentUp()).toBe(bytes.length);
  await expect.poll(line.open).toBe(0);
});

it("takes as long as its bandwidth implies, no longer and no shorter", async () => {
  const line = await lineWith({ bitsPerSecond: 8e6 });
  const begin = performance.now();
  await echoed(line.port, randomBytes(200_000));
  // 200 ms each way, one after the other: the response begins when everything has arrived.
  expect(performance.now() - begin).toBeGreaterThan(380);
});

it("is cut repeatedly: bytes that had crossed by then arrive, no connection stays open, and it works again once restored", async () => {
  const line = await lineWith();
  const before = came.length;
  line.spoil();
  while (line.resets() < 20) {
    const socket = opened(line.port);
    socket.write(randomBytes(1_000_000));
    await new Promise((resolve) => socket.once("close", resolve));
  }
  line.mend();
  await expect.poll(line.open).toBe(0);
  // Sent bytes arrive in their own time.
  await expect.poll(() => bytesOf(came.slice(before))).toBe(line.sentUp());
  const bytes = randomBytes(50_000);
  expect(sha256(await echoed(line.port, bytes))).toBe(sha256([bytes]));
});

it("lets nothing pass during a blackout, and everything afterwards", async () => {
  const line = await lineWith({ resetAfter: [60_000, 60_000], darkAfter: [0, 0], darkFor: 60_000 });
  line.spoil();
  await expect.poll(line.blackouts, { interval: 5 }).toBe(1);
  const answer = echoed(line.port, Buffer.from("here"));
  await sleep(50);
  expect(line.sentUp()).toBe(0);
  line.mend();
  expect(Buffer.concat(await answer).toString()).toBe("here");
});
