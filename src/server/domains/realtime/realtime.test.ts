import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";

// On a machine that may be busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let app: TestApp;
let owner: TestClient;
let owns: { id: number };
let stranger: TestClient;
let id_project: number;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  const person = await app.user({ role: "administrator" });
  owns = person;
  owner = await app.as(person);
  stranger = await app.as(await app.user());
  id_project = (await owner.call("POST /api/projects", { body: { name: "Palm Court" } })).id;
});
afterAll(() => app.close());

const ask = (client: TestClient, channel_name: string, socket_id = "123.456") =>
  client.raw("POST /api/broadcasting/auth", { body: { socket_id, channel_name } });

describe("a private channel", () => {
  it("is signed for whom it concerns, as the protocol's client wants it: without an envelope", async () => {
    for (const channel of [`private-user-${owns.id}`, `private-project-${id_project}`]) {
      const { status, body } = await ask(owner, channel);
      expect(status).toBe(200);
      expect(body).toEqual({ auth: expect.stringMatching(/^[\w-]+:/) as string });
    }
  });

  it("of another person, of a project one is not in, or of no known kind is refused with 403", async () => {
    for (const channel of [
      `private-user-${owns.id}`,
      `private-project-${id_project}`,
      "private-project-99999999",
      "private-user-0",
      "private-everything",
      `presence-user-${owns.id}`,
      `private-user-${owns.id}-1`,
    ])
      expect(await ask(stranger, channel)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(await ask(app.guest(), `private-user-${owns.id}`)).toMatchObject({ status: 401 });
  });

  it("is refused to a socket or a name that is none", async () => {
    expect(await ask(owner, `private-user-${owns.id}`, "no socket")).toMatchObject({ status: 422 });
    expect(await ask(owner, `private user ${owns.id}`)).toMatchObject({ status: 422 });
  });
});

describe("what happens in a project", () => {
  it("is heard at once by a socket that subscribed with such a signature", async () => {
    const channel = `private-project-${id_project}`;
    const signature = await ask(owner, channel);
    const [key] = (signature.body as { auth: string }).auth.split(":");
    const socket = new WebSocket(`${app.origin.replace("http", "ws")}/app/${key}?protocol=7`);
    const told: { event: string; channel?: string; data: Record<string, unknown> }[] = [];
    socket.on("message", (bytes: Buffer) => {
      const message = JSON.parse(bytes.toString()) as { event: string; channel?: string; data: string };
      told.push({ ...message, data: JSON.parse(message.data) as Record<string, unknown> });
    });
    await once(socket, "message");
    const { body } = await ask(owner, channel, String(told[0]?.data["socket_id"]));
    const data = { channel, ...(body as { auth: string }) };
    socket.send(JSON.stringify({ event: "pusher:subscribe", data }));
    await soon(() =>
      expect(told.map(({ event }) => event)).toContain("pusher_internal:subscription_succeeded"),
    );

    const visit = await owner.call("POST /api/visits", {
      body: { id_project, name: "Walk", visit_date: "2026-02-01T08:00:00Z" },
    });
    await owner.call("PUT /api/visits/{id}", { params: { id: visit.id }, body: { name: "Long walk" } });
    const heard = { channel, data: { id_project, id_visit: visit.id } };
    await soon(() => expect(told.at(-1)).toEqual({ ...heard, event: "visit.changed" }));
    expect(told.at(-2)).toEqual({ ...heard, event: "visit.created" });

    await owner.raw("POST /api/logout", { body: {} });
    const [code] = (await once(socket, "close")) as [number];
    expect(code, "the end of the session ends what it had opened").toBeGreaterThanOrEqual(4000);
  });
});
