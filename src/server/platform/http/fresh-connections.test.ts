import fastify from "fastify";
import { expect, it } from "vitest";
import { freshConnections } from "./fresh-connections.ts";

const session = (mark: string) => ({ cookie: `sitewalk_session=${mark.repeat(40)}` });

it("ends the connections of a session that sends a file in parts, of no other, and not for ever", async () => {
  let now = 1000;
  const app = fastify();
  freshConnections(app, () => now);
  app.patch("/part", async (request) => {
    request.server.sendsInParts(request);
    return "";
  });
  app.get("/poll", async () => "");
  const connection = async (mark: string) =>
    (await app.inject({ url: "/poll", headers: session(mark) })).headers.connection;
  expect(await connection("a")).not.toBe("close");
  const part = await app.inject({ method: "PATCH", url: "/part", headers: session("a") });
  expect(part.headers.connection).toBe("close");
  expect([await connection("a"), await connection("b")]).toEqual(["close", "keep-alive"]);
  now += 31_000;
  expect(await connection("a")).not.toBe("close");
  await app.close();
});
