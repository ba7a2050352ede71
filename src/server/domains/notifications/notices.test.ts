import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import type { NotificationPreferences } from "#contract/notifications.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let app: TestApp;
/** Of the projects; a super admin, who is told of everything that somebody else does. */
let owner: { id: number; name: string };
let owners: TestClient;
let admin: { id: number; name: string };
let admins: TestClient;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.user({ role: "administrator" });
  owners = await app.as(owner);
  admin = await app.user({ role: "super_admin" });
  admins = await app.as(admin);
});
afterAll(() => app.close());

const visit_date = "2026-02-01T08:00:00Z";
const list = (client: TestClient) => client.call("GET /api/notifications");
const clear = async (client: TestClient) => {
  await client.call("PUT /api/notifications/mark-all-read", { body: {} });
  await client.call("POST /api/notifications/delete-read", { body: {} });
};

/** A project of the owner's with one more member, whose browser it gives. */
async function project(role: "manager" | "viewer" = "viewer") {
  const { id } = await owners.call("POST /api/projects", { body: { name: "Palm Court" } });
  const member = await app.user();
  await app.join(id, member, role);
  return { id, member, client: await app.as(member) };
}

const addVisit = (client: TestClient, id_project: number, name = "Week 12") =>
  client.call("POST /api/visits", { body: { id_project, name, visit_date } });

const prefer = (client: TestClient, kind: NotificationPreferences["preferences"][number]["id"], ways: object) =>
  client.call("PUT /api/notifications/preferences", {
    body: { preferences: [{ id: kind, bell: true, mail: true, browser: true, ...ways }] },
  });

/** What a browser hears on the person's own channel, from now on. */
async function listen(client: TestClient, userId: number) {
  const channel = `private-user-${userId}`;
  const sign = async (socket_id: string) =>
    (await client.call("POST /api/broadcasting/auth", { body: { socket_id, channel_name: channel } })).auth;
  const [key] = (await sign("1.1")).split(":");
  const socket = new WebSocket(`${app.origin.replace("http", "ws")}/app/${key}?protocol=7`);
  onTestFinished(() => socket.terminate());
  const told: { event: string; data: Record<string, unknown>; bytes: number }[] = [];
  socket.on("message", (bytes: Buffer) => {
    const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: string };
    told.push({ event, data: JSON.parse(data) as Record<string, unknown>, bytes: bytes.length });
  });
  await once(socket, "message");
  const auth = await sign(String(told[0]?.data["socket_id"]));
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, auth } }));
  await vi.waitFor(() => expect(told).toHaveLength(2));
  told.length = 0;
  return told;
}

describe("A new visit", () => {
  it("is told to the members of its project, not to who added it and to no stranger.", async () => {
    const { id, client } = await project();
    const stranger = await app.as(await app.user());
    await clear(owners);
    await addVisit(owners, id);
    expect(await list(client)).toMatchObject([
      {
        type: "info",
        kind: "visit_created",
        title: "New visit",
        message:
          "Test Person added the visit “Week 12” to “Palm Court”. You hear again when its rooms can be walked.",
        link: `/visits/${id}`,
        is_read: false,
      },
    ]);
    expect(await list(owners)).toEqual([]);
    expect(await list(stranger)).toEqual([]);
  });
});
