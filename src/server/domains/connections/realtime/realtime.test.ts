import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { Scope } from "#contract/api-access.ts";
import { password, type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";

let app: TestApp;
let owner: TestClient;
let owns: { id: number; name: string };
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
  it("is signed for its users in the format of the protocol's client: without an envelope", async () => {
    for (const channel of [`private-user-${owns.id}`, `private-project-${id_project}`]) {
      const { status, body } = await ask(owner, channel);
      expect(status).toBe(200);
      expect(body).toEqual({ auth: expect.stringMatching(/^[\w-]+:/) as string });
    }
  });

  it("of another user, of a project without membership or of an unknown kind is refused with 403", async () => {
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

  it("is refused for an invalid socket or channel name", async () => {
    expect(await ask(owner, `private-user-${owns.id}`, "no socket")).toMatchObject({ status: 422 });
    expect(await ask(owner, `private user ${owns.id}`)).toMatchObject({ status: 422 });
  });
});

/** Opens a socket as this browser does, or as a program without cookies does; returns it with its id. */
async function openSocket(client?: TestClient) {
  const { body } = await ask(owner, `private-user-${owns.id}`, "1.1");
  const [key] = (body as { auth: string }).auth.split(":");
  const headers = client === undefined ? {} : { cookie: client.cookie() };
  const socket = new WebSocket(`${app.origin.replace("http", "ws")}/app/${key}?protocol=7`, { headers });
  const told: { event: string; data: string }[] = [];
  socket.on("message", (bytes: Buffer) => void told.push(JSON.parse(bytes.toString())));
  onTestFinished(() => socket.terminate());
  await soon(() => expect(told).toHaveLength(1));
  const { socket_id } = JSON.parse(told[0]?.data ?? "{}") as { socket_id: string };
  const subscribe = (channel: string, auth: string) =>
    socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, auth } }));
  return { socket, socket_id, told, subscribe, events: () => told.map(({ event }) => event) };
}

it("shows no user name that is an email address in a presence channel", async () => {
  const { socket_id } = await openSocket(owner);
  const change = (values: { username: string; first_name: string; last_name: string }) =>
    app.database.db.updateTable("users").set(values).where("id", "=", owns.id).execute();
  await change({ username: "owner@site.example", first_name: "", last_name: "" });
  onTestFinished(async () => {
    await change({ username: owns.name, first_name: "Test", last_name: "Person" });
  });
  const { body } = await ask(owner, `presence-project-${id_project}`, socket_id);
  expect(JSON.parse((body as { channel_data: string }).channel_data)).toEqual({
    user_id: String(owns.id),
    user_info: { name: "" },
  });
});

describe("a socket", () => {
  it("of a browser is signed by its own session only, even if both users may listen", async () => {
    const { socket_id } = await openSocket(owner);
    const channel = "private-settings";
    expect(await ask(owner, channel, socket_id)).toMatchObject({ status: 200 });
    const another = await app.as(owns);
    for (const client of [stranger, another]) {
      expect(await ask(client, channel, socket_id)).toMatchObject({
        status: 403,
        body: { code: "FORBIDDEN" },
      });
      const body = { socket_id };
      expect(await client.raw("POST /api/broadcasting/user-auth", { body })).toMatchObject({ status: 403 });
    }
    const [first] = socket_id.split(".");
    expect(await ask(owner, channel, `${first}.1`)).toMatchObject({ status: 403 });
  });

  it("without a session belongs to its first subscriber and takes no signature of others", async () => {
    const { socket_id, subscribe, events } = await openSocket();
    const [mine, theirs] = [
      await ask(owner, "private-settings", socket_id),
      await ask(stranger, "private-settings", socket_id),
    ];
    subscribe("private-settings", (mine.body as { auth: string }).auth);
    await soon(() => expect(events()).toContain("pusher_internal:subscription_succeeded"));
    subscribe("private-settings", (theirs.body as { auth: string }).auth);
    await soon(() => expect(events()).toContain("pusher:subscription_error"));
  });
});

describe("a program with a token", () => {
  async function program(scopes: Scope[]) {
    const body = { name: "Listener", scopes, password };
    const { id, token } = await owner.call("POST /api/tokens", { body });
    const send = (path: string, fields: object) =>
      app.guest().send("POST", `${app.origin}/api/broadcasting/${path}`, JSON.stringify(fields), {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
      });
    const sign = (channel_name: string, socket_id: string) => send("auth", { socket_id, channel_name });
    return { id, send, sign };
  }

  it("opens only private channels within its scopes and its user's rights", async () => {
    const { socket_id } = await openSocket();
    const projects = await program(["projects:read"]);
    const account = await program(["account:write"]);
    const [own, project] = [`private-user-${owns.id}`, `private-project-${id_project}`];
    expect(await projects.sign(project, socket_id)).toMatchObject({ status: 200 });
    expect(await account.sign(own, socket_id)).toMatchObject({ status: 200 });
    expect(await projects.sign(own, socket_id)).toMatchObject({
      status: 403,
      body: { code: "TOKEN_SCOPE", values: { scope: "account:read" } },
    });
    expect(await account.sign(project, socket_id)).toMatchObject({ body: { code: "TOKEN_SCOPE" } });
    for (const closed of ["private-settings", `presence-project-${id_project}`, "presence-visit-1"])
      expect(await projects.sign(closed, socket_id)).toMatchObject({ body: { code: "TOKEN_CLOSED" } });
    expect(await projects.sign("private-project-99999999", socket_id)).toMatchObject({
      body: { code: "FORBIDDEN" },
    });
    const browser = await openSocket(owner);
    expect(await projects.sign(project, browser.socket_id)).toMatchObject({ status: 403 });
  });

  it("receives events until the token is revoked", async () => {
    const { socket, socket_id, subscribe, events } = await openSocket();
    const { id, sign } = await program(["projects:read"]);
    const channel = `private-project-${id_project}`;
    subscribe(channel, ((await sign(channel, socket_id)).body as { auth: string }).auth);
    await soon(() => expect(events()).toContain("pusher_internal:subscription_succeeded"));
    const body = { id_project, name: "Round", visit_date: "2026-02-02T08:00:00Z" };
    await owner.call("POST /api/visits", { body });
    await soon(() => expect(events()).toContain("visit.created"));
    const closed = once(socket, "close");
    await owner.call("DELETE /api/tokens/{id}", { params: { id } });
    expect((await closed)[0]).toBeGreaterThanOrEqual(4000);
    expect(await sign(channel, socket_id)).toMatchObject({ status: 401 });
  });

  it("signs its socket in as its user with the account scope", async () => {
    const { socket, socket_id, events } = await openSocket();
    const refused = await (await program(["projects:read"])).send("user-auth", { socket_id });
    expect(refused).toMatchObject({ status: 403, body: { code: "TOKEN_SCOPE" } });
    const { body } = await (await program(["account:read"])).send("user-auth", { socket_id });
    const signed = body as { auth: string; user_data: string };
    expect(JSON.parse(signed.user_data)).toEqual({ id: String(owns.id), user_info: { name: "Test Person" } });
    socket.send(JSON.stringify({ event: "pusher:signin", data: signed }));
    await soon(() => expect(events()).toContain("pusher:signin_success"));
  });
});

describe("an event in a project", () => {
  it("reaches a socket that subscribed with such a signature at once", async () => {
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
