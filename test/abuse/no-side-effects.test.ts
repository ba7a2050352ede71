import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { password, type TestApp, testApp } from "../app.ts";
import type { TestClient } from "../client.ts";

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  admin = await app.as(await app.user({ role: "super_admin" }));
});
afterAll(() => app.close());

interface Person {
  readonly id: number;
  readonly name: string;
}

async function sign(client: TestClient, socket_id: string, channel_name: string): Promise<string> {
  const { body } = await client.raw("POST /api/broadcasting/auth", { body: { socket_id, channel_name } });
  return (body as { auth: string }).auth;
}

/** A socket subscribed to its user's channel. */
async function listen(client: TestClient, { id }: Person): Promise<WebSocket> {
  const channel = `private-user-${id}`;
  const [key] = (await sign(client, "1.1", channel)).split(":");
  const socket = new WebSocket(`${app.origin.replace("http", "ws")}/app/${key}?protocol=7`);
  const [first] = (await once(socket, "message")) as [Buffer];
  const { socket_id } = JSON.parse((JSON.parse(first.toString()) as { data: string }).data) as {
    socket_id: string;
  };
  const heard = once(socket, "message");
  socket.send(
    JSON.stringify({
      event: "pusher:subscribe",
      data: { channel, auth: await sign(client, socket_id, channel) },
    }),
  );
  await heard;
  return socket;
}

const byAdmin = (id: number, body: object) => admin.call("PUT /api/users/{id}", { params: { id }, body });
const next = "another quiet place";

const causes: readonly (readonly [string, (person: Person, here: TestClient) => Promise<unknown>])[] = [
  [
    "a new password of one's own",
    ({ id }, here) =>
      here.call("PUT /api/users/{id}/change-password", {
        params: { id },
        body: { target_id_user: id, current_password: password, new_password: next },
      }),
  ],
  ["a lock", ({ id }) => byAdmin(id, { locked: true })],
  ["another role", ({ id }) => byAdmin(id, { role: "administrator" })],
  ["the end of every other session", (_, here) => here.call("POST /api/sessions/revoke-all")],
];

describe("sessions elsewhere end", () => {
  it.each(causes)("after %s: calls, pages, channels and the socket itself", async (_, act) => {
    const person = await app.user();
    const [here, there] = [await app.as(person), await app.as(person)];
    const socket = await listen(there, person);
    const closed = once(socket, "close");
    await act(person, here);
    expect((await closed)[0], "told to prove its right anew").toBe(4200);
    for (const route of ["GET /api/user", "GET /api/projects", "GET /api/sessions"] as const)
      expect((await there.refused(route)).status, route).toBe(401);
    const channel = { socket_id: "1.2", channel_name: `private-user-${person.id}` };
    expect(
      (await there.refused("POST /api/broadcasting/auth", { body: channel })).status,
    ).toBeGreaterThanOrEqual(400);
  });

  it("a program's token grants nothing while its user is locked", async () => {
    const person = await app.user();
    const client = await app.as(person);
    const { token } = await client.call("POST /api/tokens", {
      body: { name: "Weather", scopes: ["projects:read"], password } as never,
    });
    const ask = () => fetch(`${app.origin}/api/projects`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).status).toBe(200);
    await byAdmin(person.id, { locked: true });
    expect((await ask()).status).toBe(401);
  });
});
