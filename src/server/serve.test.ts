import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { testApp } from "#test/app.ts";

it("stops although a browser holds an unused connection", async () => {
  const app = await testApp();
  const socket = connect(Number(new URL(app.origin).port), "127.0.0.1");
  await once(socket, "connect");
  const ended = once(socket, "close");
  socket.on("error", () => undefined).resume();
  const began = performance.now();
  await app.close();
  await ended;
  // Node alone waits a minute for its first request.
  expect(performance.now() - began).toBeLessThan(30_000);
});
