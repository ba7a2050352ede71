import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { cutSlowBodies } from "./slow-bodies.ts";

const pace = { every: 20, stranger: 200, person: 60_000 };

/** A server that reads bodies completely; `isPerson` says whether their senders are signed in. */
async function opened(isPerson = false): Promise<number> {
  const app = fastify();
  app.decorateRequest("scope");
  app.addHook("onRequest", async (request) => {
    request.scope = isPerson ? { id: "a-call-of-mine", user: 1 } : { id: "a-call-of-mine" };
  });
  cutSlowBodies(app, pace);
  app.post("/", async () => "taken");
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  return (app.server.address() as AddressInfo).port;
}

/** Sends `bytes` of a body in pieces of `piece` bytes, `pause` ms apart. Returns what was received until the end. */
async function send(port: number, { bytes, piece, pause }: Record<"bytes" | "piece" | "pause", number>) {
  const socket = connect(port, "127.0.0.1");
  const heard: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => heard.push(chunk)).on("error", () => undefined);
  // `once` would fail with the reset with which a cut connection answers the next write.
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: ${bytes}\r\n\r\n`,
  );
  for (let sent = 0; sent < bytes && socket.writable; sent += piece) {
    socket.write("x".repeat(Math.min(piece, bytes - sent)));
    await sleep(pause);
  }
  await closed;
  return Buffer.concat(heard).toString();
}

it("disconnects a guest whose body trickles", async () => {
  const port = await opened();
  expect(await send(port, { bytes: 2000, piece: 1, pause: 20 })).toBe("");
});

it("accepts a body at a kilobyte a second, and one sent at once", async () => {
  const port = await opened();
  expect(await send(port, { bytes: 3000, piece: 60, pause: 10 })).toContain("taken");
  expect(await send(port, { bytes: 3000, piece: 3000, pause: 0 })).toContain("taken");
});

it("waits longer for a signed-in user", async () => {
  const port = await opened(true);
  expect(await send(port, { bytes: 30, piece: 1, pause: 20 })).toContain("taken");
});
