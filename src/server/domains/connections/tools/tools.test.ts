import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Snag } from "#contract/snags.ts";
import { buildTeam, type TestTeam } from "#server/domains/sites/team/team.fixture.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { freePort } from "#test/chaos/server-process.ts";
import { soon } from "#test/soon.ts";
import { environmentOf } from "#test/tool-service/tool-service.ts";
import { TrelloService } from "#test/trello-service/index.ts";

let app: TestApp;
let trello: TrelloService;
let team: TestTeam;
let shift = 0;
let id_sheet = 0;
const tool = { params: { tool: "trello" } } as const;

beforeAll(async () => {
  trello = await TrelloService.start();
  // Trello needs the address before the server has one.
  const port = await freePort();
  app = await testApp({
    clock: { now: () => new Date(Date.now() + shift) },
    environment: {
      ...environmentOf(trello),
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    },
  });
  const admin = await app.as(await app.user({ role: "super_admin" }));
  await admin.call("PUT /api/settings", { body: trello.settings });
  team = await buildTeam(app);
  const sheet = { id_project: team.id_project, name: "Ground floor" };
  id_sheet = (await team.owner.client.call("POST /api/maps", { body: sheet })).id;
});
afterAll(async () => {
  await app.close();
  await trello.close();
});
afterEach(async () => {
  await trello.settled();
  trello.calm();
  expect(trello.calls.filter((call) => call.startsWith("501"))).toEqual([]);
});

const board = () => trello.boards[0] ?? { id: "", name: "", statuses: [] };
const statusAt = (position: number) => board().statuses.at(position) ?? "";
const place = () => ({ params: { id: team.id_project, tool: "trello" } }) as const;
const manager = () => team.manager.client;
const connect = () => manager().call("POST /api/tools/{tool}/connection", { ...tool, body: trello.token });
async function choose(options: Record<string, unknown> = {}) {
  const { statuses, sections } = await manager().call("GET /api/tools/{tool}/boards/{board}", {
    params: { tool: "trello", board: board().id },
  });
  const [open, in_work, closed] = [statuses[0]?.id, statuses[1]?.id, statuses.at(-1)?.id];
  return manager().call("PUT /api/projects/{id}/tools/{tool}", {
    ...place(),
    body: {
      board: board().id,
      section: sections[0]?.id ?? null,
      statuses: { open, in_work, closed },
      ...options,
    },
  });
}
async function pin(title = "Cracked tile"): Promise<Snag> {
  return team.owner.client.call("POST /api/maps/{id}/annotations", {
    params: { id: id_sheet },
    body: { title, x: 0.5, y: 0.5 },
  });
}
async function addPhoto(snag: Snag): Promise<void> {
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#864" } })
    .jpeg()
    .toBuffer();
  const files = { file: { name: "door.jpg", bytes: new Uint8Array(jpeg) } };
  const reply = await team.owner.client.upload(
    "POST /api/annotations/{id}/photos",
    { kind: "before" },
    files,
    { params: { id: snag.id } },
  );
  expect(reply.status).toBe(201);
}
const send = (snag: Snag) =>
  manager().call("POST /api/annotations/{id}/tools/{tool}", { params: { id: snag.id, tool: "trello" } });
const panel = (snag: Snag) =>
  team.owner.client.call("GET /api/annotations/{id}/tools", { params: { id: snag.id } });
const arrived = (snag: Snag) =>
  soon(async () => {
    const { links } = await panel(snag);
    expect(links[0]).toMatchObject({ state: "sent" });
    return links[0];
  });
const statusOf = async (snag: Snag) =>
  (await team.owner.client.call("GET /api/annotations/{id}", { params: { id: snag.id } })).status;
function cardOf(snag: Snag) {
  const card = trello.cards().find(({ description }) => description.includes(`/snags/${snag.id}?`));
  if (card === undefined) throw new Error("no card");
  return card;
}

describe("a project whose snags go to Trello", () => {
  it("is connected only with a token that Trello knows", async () => {
    expect(await manager().call("GET /api/tools/{tool}", tool)).toMatchObject({
      is_on: true,
      can_sign_in: true,
      needs_key: false,
      connection: null,
    });
    expect(await manager().refused("GET /api/tools/{tool}/boards", tool)).toMatchObject({
      status: 409,
      code: "TOOL_NOT_CONNECTED",
    });
    const wrong = { ...tool, body: { token: "0".repeat(64) } };
    expect(await manager().refused("POST /api/tools/{tool}/connection", wrong)).toMatchObject({
      status: 422,
      code: "TOOL_TOKEN_WRONG",
    });
    const connection = await connect();
    expect(connection).toMatchObject({ account: trello.account.name, way: "token", state: "connected" });
    const { items } = await manager().call("GET /api/tools/{tool}/boards", tool);
    expect(items.map(({ id }) => id)).toContain(board().id);
    // No part of the token leaves the server or is stored in plain text.
    const row = await app.database.db.selectFrom("tool_connections").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify([connection, row])).not.toContain(trello.token.token);
  });

  it("is linked to a board with a mapping that the board has, and receives events by a hook", async () => {
    await expect(choose({ statuses: { open: "no-such-list" } })).rejects.toThrow("TOOL_STATUS_UNKNOWN");
    expect(await choose()).toMatchObject({
      board: { name: board().name },
      hears_by: "hook",
      state: "connected",
    });
    expect(
      await team.viewer.client.call("GET /api/projects/{id}/tools", { params: { id: team.id_project } }),
    ).toMatchObject([{ connected_by: { id_user: team.manager.id, account: trello.account.name } }]);
    expect(
      (
        await team.editor.client.refused("PUT /api/projects/{id}/tools/{tool}", {
          ...place(),
          body: { board: "x", statuses: {} },
        })
      ).status,
    ).toBe(403);
  });

  it("sends a snag there with its picture, and syncs its status both ways", async () => {
    const snag = await pin();
    await addPhoto(snag);
    await send(snag);
    const link = await arrived(snag);
    const card = cardOf(snag);
    expect(card).toMatchObject({ title: `#${snag.number} Cracked tile`, status: statusAt(0) });
    expect(card.files).toMatchObject([{ type: "image/webp" }]);
    expect(link?.url).toContain("http");

    trello.turn({ repeats: 2 });
    trello.move(card.id, statusAt(1));
    await trello.settled();
    await soon(async () => expect(await statusOf(snag)).toBe("in_work"));
    // Delivered three times, processed once; the log follows the status.
    const received = async () =>
      (await panel(snag)).log.filter(({ direction, action }) => direction === "in" && action === "status");
    await soon(async () => expect(await received()).not.toEqual([]));
    expect(await received()).toHaveLength(1);
    const inbox = await app.database.db.selectFrom("tool_inbox").select("key").execute();
    expect(new Set(inbox.map(({ key }) => key)).size).toBe(inbox.length);
    expect(trello.deliveries.every(({ status }) => status === 200)).toBe(true);

    await team.owner.client.call("PUT /api/annotations/{id}", {
      params: { id: snag.id },
      body: { status: "closed" },
    });
    await soon(() => expect(cardOf(snag).status).toBe(statusAt(-1)));
    await trello.settled();
    expect(await statusOf(snag)).toBe("closed");
  });

  it("follows no card of the earlier board, and resumes it with that board", async () => {
    const snag = await pin("Moved house");
    await send(snag);
    await arrived(snag);
    const first = cardOf(snag);
    const other = trello.boards.find(({ id }) => id !== board().id)?.id ?? "";
    await choose({ board: other, section: null, statuses: {} });
    const rename = (title: string) =>
      team.owner.client.call("PUT /api/annotations/{id}", { params: { id: snag.id }, body: { title } });
    await rename("Not told");
    // Another snag is sent meanwhile.
    const next = await pin("Over there");
    await send(next);
    await arrived(next);
    expect(cardOf(next).boardId).toBe(other);
    expect(cardOf(snag)).toMatchObject({ id: first.id, title: first.title });
    await choose();
    await soon(() => expect(cardOf(snag).title).toContain("Not told"));
    expect(cardOf(snag).id).toBe(first.id);
  });

  it("accepts only events signed by Trello, and stores no others", async () => {
    const snag = await pin("Forged");
    await send(snag);
    await arrived(snag);
    const count = async () => (await app.database.db.selectFrom("tool_inbox").select("id").execute()).length;
    await trello.settled();
    // An earlier event that is still waiting would read the card after the move.
    await soon(async () => {
      const waiting = app.database.db.selectFrom("tool_inbox").select("id").where("done_at", "is", null);
      expect(await waiting.execute()).toEqual([]);
    });
    const before = await count();
    trello.turn({ isSignatureWrong: true });
    trello.move(cardOf(snag).id, statusAt(1));
    await trello.settled();
    expect(trello.deliveries.at(-1)?.status).toBe(401);
    expect(await count()).toBe(before);
    expect(await statusOf(snag)).toBe("open");
  });

  it("responds to a check of the address, with 404 for unknown ones, and never with 410", async () => {
    const { hook_key } = await app.database.db
      .selectFrom("project_tools")
      .select("hook_key")
      .executeTakeFirstOrThrow();
    const ask = async (method: string, path: string, body?: string) =>
      (await fetch(`${app.origin}/hooks/tools/${path}`, { method, ...(body !== undefined && { body }) }))
        .status;
    expect(await ask("HEAD", `trello/${hook_key}`)).toBe(200);
    expect(await ask("GET", `trello/${hook_key}`)).toBe(200);
    for (const path of [
      `monday/${hook_key}`,
      "trello/abcdefghijklmnopqrstuvwxyz",
      "trello/x",
      `jira/${hook_key}`,
    ]) {
      expect(await ask("HEAD", path), path).toBe(404);
      expect(await ask("POST", path, "{}"), path).toBe(404);
    }
    for (const body of ["{}", "", "not json", "[]"])
      expect(await ask("POST", `trello/${hook_key}`, body)).toBe(401);
  });

  it("finds changes that no hook delivered by polling", async () => {
    const snag = await pin("Quiet");
    await send(snag);
    await arrived(snag);
    trello.turn({ isMute: true });
    trello.move(cardOf(snag).id, statusAt(1));
    // An hour later, without waiting an hour.
    await app.database.db
      .updateTable("project_tools")
      .set({ next_poll_at: new Date(0) })
      .execute();
    await wake();
    await soon(async () => expect(await statusOf(snag)).toBe("in_work"));
  });

  it("creates no second card when Trello's response is lost", async () => {
    const snag = await pin("Once");
    trello.turn({ lost: 1 });
    await send(snag);
    // On a busy machine the platform's own retry may have come first.
    const isTried = async () => {
      const [link] = (await panel(snag)).links;
      expect(link !== undefined && (link.failure !== "" || link.state === "sent")).toBe(true);
      return link?.state;
    };
    if ((await soon(isTried)) !== "sent")
      await manager().call("POST /api/annotations/{id}/tools/{tool}/retry", {
        params: { id: snag.id, tool: "trello" },
      });
    await arrived(snag);
    expect(trello.cards().filter(({ title }) => title.endsWith(" Once"))).toHaveLength(1);
  });

  it("waits for a connection when Trello no longer accepts the token, ends no session, and continues afterwards", async () => {
    const { token, key } = trello.token;
    trello.revokeAll();
    const snag = await pin("Waits");
    await send(snag);
    await soon(async () => expect((await panel(snag)).links[0]?.state).toBe("reauth"));
    expect(await manager().refused("GET /api/tools/{tool}/boards", tool)).toMatchObject({
      status: 409,
      code: "TOOL_REAUTH",
    });
    expect(await manager().call("GET /api/user")).toBeDefined();
    expect([token, key]).not.toContain(undefined);

    // By signing in at Trello this time.
    const back = await signIn();
    expect(back).toBe("/trello?connected=1");
    expect(await manager().call("GET /api/tools/{tool}", tool)).toMatchObject({
      connection: { way: "sign_in", state: "connected" },
    });
    await arrived(snag);
    expect(cardOf(snag)).toBeDefined();
  });

  it("renews an expired token by itself, once", async () => {
    const renewals = () => trello.calls.filter((call) => call === "POST /oauth/token").length;
    const before = renewals();
    trello.expireTokens();
    const snag = await pin("Renewed");
    await send(snag);
    await arrived(snag);
    expect(renewals()).toBe(before + 1);
  });

  it("deletes the connection, and revokes it at Trello", async () => {
    const hooks = trello.calls.filter((call) => call.startsWith("DELETE /1/webhooks/")).length;
    await manager().call("DELETE /api/tools/{tool}/connection", tool);
    expect(await manager().call("GET /api/tools/{tool}", tool)).toMatchObject({ connection: null });
    expect(trello.calls.filter((call) => call.startsWith("DELETE /1/webhooks/")).length).toBeGreaterThan(
      hooks,
    );
    expect((await manager().refused("DELETE /api/tools/{tool}/connection", tool)).code).toBe(
      "TOOL_NOT_CONNECTED",
    );
  });
});

describe("the return from signing in at Trello", () => {
  it("ends at the tool's page with the outcome", async () => {
    trello.turn({ isDenied: true });
    expect(await signIn()).toBe("/trello?failed=denied");
    trello.calm();
    const arrive = (path: string, client = manager()) => location(client, `${app.origin}${path}`);
    // No state, another tool's, another user's, or a value that does not match.
    expect(await arrive("/auth/tools/trello/callback?code=x&state=y")).toBe("/trello?failed=expired");
    const out = await leave();
    expect(await arrive(`/auth/tools/monday/callback${out.search}`)).toBe("/monday?failed=expired");
    const again = await leave();
    again.searchParams.set("state", "another");
    expect(await arrive(again.pathname + again.search)).toBe("/trello?failed=expired");
    const other = await leave();
    expect(await arrive(other.pathname + other.search, team.owner.client)).toBe("/trello?failed=expired");
    expect(await manager().call("GET /api/tools/{tool}", tool)).toMatchObject({ connection: null });
  });
});

/** Goes to Trello, where the user answers; returns the address to which the browser comes back. */
async function leave(): Promise<URL> {
  const { auth_url } = await manager().call("GET /api/tools/{tool}/auth-url", tool);
  const answer = await fetch(auth_url, {
    method: "POST",
    body: new URLSearchParams({ answer: "allow" }),
    redirect: "manual",
  });
  return new URL(answer.headers.get("location") ?? "");
}
async function signIn(): Promise<string> {
  const back = await leave();
  return location(manager(), `${app.origin}${back.pathname}${back.search}`);
}
async function location(client: typeof team.owner.client, url: string): Promise<string> {
  const { status, headers } = await client.send("GET", url, undefined, {});
  expect(status).toBe(302);
  return headers.get("location") ?? "";
}
/** Runs the job that otherwise runs every minute. */
async function wake(): Promise<void> {
  await sql`insert into pgboss.job (name, data) values ('tools.wake', '{}')`.execute(app.database.db);
}
