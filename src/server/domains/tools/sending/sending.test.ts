import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Snag } from "#contract/snags.ts";
import { ToolFailure } from "#server/integrations/tools/tool-client.ts";
import { snagsWorld } from "../../snags/snags.fixture.ts";
import { type MemoryTool, memoryTool } from "../memory-tool.fixture.ts";
import { APP_KEY, connect, toolWorker } from "./sending.fixture.ts";

/** So that what waits is due at once. */
let shift = 0;
const now = () => new Date(Date.now() + shift);
const world = snagsWorld({
  // The app itself reaches no tool.
  environment: { APP_KEY, INTEGRATION_ENDPOINTS: '{"clickup":{"api":"http://127.0.0.1:9"}}' },
  clock: { now },
});
const minutes = (count: number) => {
  shift += count * 60_000;
};
const db = () => world.is.app.database.db;
const ask = { params: { tool: "clickup" } } as const;

let tool: MemoryTool;
let worker: ReturnType<typeof toolWorker>;
let ids: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  const { app } = world.is;
  const admin = await app.as(await app.user({ role: "super_admin" }));
  await admin.call("PUT /api/settings", { body: { clickup_enabled: true } });
});
beforeEach(async () => {
  // The database tells when a snag was changed, by a clock that nobody shifts.
  shift = 0;
  tool = memoryTool();
  tool.clock = now;
  worker = toolWorker(db(), tool, now);
  ids = await connect(db(), { id_user: world.is.manager.id, id_project: world.is.id_project });
});
afterEach(async () => {
  await db().deleteFrom("project_tools").execute();
  await db().deleteFrom("tool_connections").execute();
  await db().deleteFrom("snag_links").execute();
});

const at = (snag: Pick<Snag, "id">) => ({ params: { id: snag.id, tool: "clickup" } }) as const;
const send = (snag: Pick<Snag, "id">) =>
  world.is.editor.client.call("POST /api/annotations/{id}/tools/{tool}", at(snag));
const panel = (snag: Pick<Snag, "id">) =>
  world.is.editor.client.call("GET /api/annotations/{id}/tools", { params: { id: snag.id } });
const state = async (snag: Pick<Snag, "id">) => (await panel(snag)).links[0]?.state;
const log = async (snag: Pick<Snag, "id">) =>
  (await panel(snag)).log.map(({ direction, action, from, to }) =>
    [direction, action, from, to].join(" ").trim(),
  );
function last({ cards }: MemoryTool) {
  const card = [...cards.values()].at(-1);
  if (card === undefined) throw new Error("no card");
  return card;
}
/** Pinned, sent, and there. */
async function sent(body: Record<string, unknown> = {}) {
  const snag = await world.pin(body);
  await send(snag);
  await worker.sendDue();
  const [link] = (await panel(snag)).links;
  expect(link).toMatchObject({ state: "sent", failure: "" });
  return { snag, card: last(tool) };
}
const photo = (snag: Snag, name: string) =>
  db()
    .insertInto("snag_photos")
    .values({
      filename: `${name}.webp`,
      id_snag: snag.id,
      id_project: snag.id_project,
      id_visit: null,
      id_user: null,
      kind: "before",
      image: `portraits/${name}`,
      thumbnail: `portraits/${name}`,
    })
    .execute();
/** What happened there is heard of by asking. */
async function hear() {
  minutes(6);
  await worker.ask();
  await worker.hear();
}

describe("sending a snag", () => {
  it("makes one card with what the snag says, its status, its link and its pictures", async () => {
    const snag = await world.pin({ title: "Cracked tile", text: "By the door", due_date: "2026-12-01" });
    await photo(snag, `one${snag.id}`);
    expect(await send(snag)).toMatchObject({ state: "waiting", url: null });
    expect(await worker.sendDue()).toBe(1);
    const [card] = [...tool.cards.values()];
    expect(card).toMatchObject({
      statusId: "todo",
      fields: {
        title: `#${snag.number} Cracked tile`,
        due: "2026-12-01",
        link: `https://site.example/snags/${snag.id}?from=card`,
      },
    });
    expect(card?.fields.description).toContain("By the door");
    expect(card?.fields.description).toContain("Project: Palm Court");
    expect(card?.files).toHaveLength(1);
    // Who knows a picture's own name may take it away.
    expect(card?.files[0]).not.toContain(`one${snag.id}`);
    expect((await panel(snag)).links).toMatchObject([
      { state: "sent", url: card && `https://tool.example/c/${card.id}`, remote_status: "To do" },
    ]);
    expect((await log(snag)).toReversed()).toEqual(["out created  To do", `out photo  ${card?.files[0]}`]);
  });

  it("shows the place in the room's picture, where whose account it is sees visits", async () => {
    const { card } = await sent({ id_room: world.is.id_room, yaw: 30, pitch: -5 });
    expect(card.files).toMatchObject([expect.stringMatching(/^snag-\d+-view\.jpg$/)]);
    await world.withhold(world.is.manager, ["visits.view"]);
    const { card: blind } = await sent({ id_room: world.is.id_room, yaw: 30, pitch: -5 });
    expect(blind.files).toEqual([]);
    await world.withhold(world.is.manager, []);
  });

  it("finds the first card when it is asked for twice", async () => {
    const { snag } = await sent();
    await send(snag);
    await worker.sendDue();
    expect(tool.cards.size).toBe(1);
    expect(tool.count("createCard")).toBe(1);
  });

  it("makes one card although two workers race for it", async () => {
    const snag = await world.pin();
    await send(snag);
    const release = tool.hold("createCard");
    const others = [worker, toolWorker(db(), tool, now)].map((one) => one.sendDue());
    await expect.poll(() => tool.count("createCard")).toBe(1);
    release();
    expect((await Promise.all(others)).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(tool.cards.size).toBe(1);
    expect(await state(snag)).toBe("sent");
  });

  it("makes no second card when a worker is killed between the tool's answer and writing it down", async () => {
    const snag = await world.pin();
    await send(snag);
    const release = tool.hold("createCard");
    const killed = worker.sendDue();
    await expect.poll(() => tool.cards.size).toBe(1);
    // Nobody hears of the first one any more; its turn runs out.
    minutes(4);
    tool.hold("createCard")();
    expect(await toolWorker(db(), tool, now).sendDue()).toBe(1);
    expect(tool.count("findCard")).toBe(1);
    expect(tool.cards.size).toBe(1);
    expect(await state(snag)).toBe("sent");
    // Should it wake after all, what it was about to write is not its to write.
    release();
    await killed;
    expect((await log(snag)).filter((line) => line.startsWith("out created"))).toHaveLength(1);
    expect(tool.count("createCard")).toBe(1);
  });

  it("looks for the card before it tries again after an answer that was lost", async () => {
    const snag = await world.pin();
    await send(snag);
    tool.fail("createCard", new ToolFailure("passing", "connection lost", { isUnsure: true }), "after");
    await worker.sendDue();
    expect((await panel(snag)).links).toMatchObject([{ state: "waiting", failure: "connection lost" }]);
    // Not before its time.
    expect(await worker.sendDue()).toBe(0);
    minutes(1);
    await worker.sendDue();
    expect(tool.cards.size).toBe(1);
    expect(tool.count("createCard")).toBe(1);
    expect(await state(snag)).toBe("sent");
  });

  it("waits as long as the tool asks, with everything of that account", async () => {
    const [one, two] = [await world.pin(), await world.pin()];
    await send(one);
    await send(two);
    tool.fail(
      "createCard",
      new ToolFailure("rate_limited", "slow down", { retryAt: new Date(now().getTime() + 120_000) }),
    );
    expect(await worker.sendDue()).toBe(1);
    minutes(1);
    expect(await worker.sendDue()).toBe(0);
    minutes(2);
    expect(await worker.sendDue()).toBe(2);
    expect(tool.cards.size).toBe(2);
    expect([await state(one), await state(two)]).toEqual(["sent", "sent"]);
  });

  it("brings only the picture that is missing when one of two did not arrive", async () => {
    const snag = await world.pin();
    await photo(snag, `a${snag.id}`);
    await photo(snag, `b${snag.id}`);
    await send(snag);
    tool.fail("attachPhoto", new ToolFailure("storage_full", "no room"), "after");
    await worker.sendDue();
    expect((await panel(snag)).links).toMatchObject([{ state: "partial", failure: "no room" }]);
    minutes(2);
    await worker.sendDue();
    const [card] = [...tool.cards.values()];
    // The first had arrived although the tool said it had not.
    expect(card?.files).toHaveLength(2);
    expect(new Set(card?.files).size).toBe(2);
    expect(tool.count("createCard")).toBe(1);
    expect(await state(snag)).toBe("sent");
  });

  it("gives up after its tries, says why, and tells who sent it once", async () => {
    const snag = await world.pin();
    await send(snag);
    for (let n = 0; n <= limits.tools.tries; n += 1) {
      tool.fail("createCard", new ToolFailure("passing", "bad gateway"));
      await worker.sendDue();
      minutes(61);
    }
    expect(tool.count("createCard")).toBe(limits.tools.tries);
    expect((await panel(snag)).links).toMatchObject([
      { state: "failed", failure: "bad gateway", next_try_at: null },
    ]);
    expect(worker.told.map(({ sort, to }) => [sort, to])).toEqual([["tool_failed", [world.is.editor.id]]]);
    const retry = memoryTool();
    retry.clock = now;
    await world.is.editor.client.call("POST /api/annotations/{id}/tools/{tool}/retry", at(snag));
    await toolWorker(db(), retry, now).sendDue();
    expect(await state(snag)).toBe("sent");
  });

  it("fails at once for a status that the board has no more, and goes on once another is chosen", async () => {
    const snag = await world.pin();
    await send(snag);
    tool.fail("createCard", new ToolFailure("unknown_status", "no such list"));
    await worker.sendDue();
    expect(await state(snag)).toBe("failed");
    // A change of the snag is a new try.
    await world.put(snag.id, { title: "Cracked tiles" });
    await worker.sendDue();
    expect(await state(snag)).toBe("sent");
  });
});

describe("a snag that changes here", () => {
  it("is told there: its words, its status, and new pictures", async () => {
    const { snag, card } = await sent();
    await world.put(snag.id, { title: "Broken tile", status: "in_work" });
    await photo(snag, `later${snag.id}`);
    await worker.sendDue();
    expect(card).toMatchObject({ statusId: "doing", fields: { title: `#${snag.number} Broken tile` } });
    expect(card.files).toHaveLength(1);
    expect(await log(snag)).toContain("out status To do Doing");
  });

  it("asks nothing of the tool for what does not stand on the card", async () => {
    const { snag } = await sent();
    tool.calls.length = 0;
    await world.is.editor.client.call("POST /api/annotations/{id}/comments", {
      params: { id: snag.id },
      body: { text: "Seen" },
    });
    expect(await worker.sendDue()).toBe(1);
    // A status that is not told there, either.
    await world.put(snag.id, { status: "ready" });
    await worker.sendDue();
    expect(tool.calls).toEqual([]);
  });

  it("keeps a change that is made while the card is being made", async () => {
    const snag = await world.pin();
    await send(snag);
    const release = tool.hold("createCard");
    const sending = worker.sendDue();
    await expect.poll(() => tool.cards.size).toBe(1);
    // Nobody waits for the tool to answer.
    await world.put(snag.id, { title: "Meanwhile" });
    release();
    await sending;
    expect([...tool.cards.values()][0]?.fields.title).toBe(`#${snag.number} Meanwhile`);
  });

  it("is sent without being asked for where the project sends all, and old ones are not", async () => {
    const old = await world.pin();
    await db().updateTable("project_tools").set({ sends_all: true }).execute();
    const fresh = await world.pin();
    await world.put(old.id, { title: "Old" });
    await worker.sendDue();
    expect(await state(fresh)).toBe("sent");
    expect((await panel(old)).links).toEqual([]);
  });
});

describe("a card that changes there", () => {
  it("changes the snag's status, and the history says by which tool", async () => {
    const { snag, card } = await sent();
    tool.move(card.id, "doing");
    await hear();
    expect((await world.get(snag.id)).status).toBe("in_work");
    const [step] = await world.steps(snag.id);
    expect(step).toMatchObject({
      author: { id_user: world.is.manager.id },
      changes: [
        { field: "status", from: "open", to: "in_work" },
        { field: "via", to: "ClickUp" },
      ],
    });
    expect((await log(snag))[0]).toBe("in status To do Doing");
    // What was heard is not told back.
    tool.calls.length = 0;
    await worker.sendDue();
    expect(tool.count("setStatus")).toBe(0);
  });

  it("changes nothing by the echo of our own change", async () => {
    const { snag, card } = await sent();
    await world.put(snag.id, { status: "in_work" });
    await worker.sendDue();
    const steps = (await world.steps(snag.id)).length;
    tool.news.push({ key: "echo", cardId: card.id, kind: "status", at: now(), actorId: "me" });
    await hear();
    expect(await world.steps(snag.id)).toHaveLength(steps);
    expect((await log(snag)).filter((line) => line.startsWith("in"))).toEqual([]);
  });

  it("changes nothing by a status that means nothing here, and says so in the log", async () => {
    const { snag, card } = await sent();
    tool.move(card.id, "parked");
    await hear();
    expect((await world.get(snag.id)).status).toBe("open");
    expect((await log(snag))[0]).toBe("in unmapped To do Parked");
    expect((await panel(snag)).links[0]?.remote_status).toBe("Parked");
    // The next change here is told all the same.
    await world.put(snag.id, { status: "closed" });
    await worker.sendDue();
    expect(card.statusId).toBe("done");
  });

  it("wins over an older change here, and what lost stands in the log", async () => {
    const { snag, card } = await sent();
    await world.put(snag.id, { status: "closed" });
    minutes(1);
    tool.move(card.id, "doing");
    await worker.sendDue();
    expect((await world.get(snag.id)).status).toBe("in_work");
    expect(card.statusId).toBe("doing");
    expect((await log(snag))[0]).toBe("in conflict Done Doing");
  });

  it("loses to a newer change here, and what lost stands in the log", async () => {
    const { snag, card } = await sent();
    shift -= 60_000;
    tool.move(card.id, "doing");
    shift += 60_000;
    await world.put(snag.id, { status: "closed" });
    await worker.sendDue();
    expect((await world.get(snag.id)).status).toBe("closed");
    expect(card.statusId).toBe("done");
    expect(await log(snag)).toContain("in conflict Doing Done");
  });

  it("does nothing that the person whose connection it is may not do", async () => {
    const { snag, card } = await sent();
    await db()
      .updateTable("project_members")
      .set({ role: "viewer" })
      .where("id_user", "=", world.is.manager.id)
      .execute();
    tool.move(card.id, "doing");
    await hear();
    expect((await world.get(snag.id)).status).toBe("open");
    expect((await log(snag))[0]).toBe("in failed To do Doing");
    await db()
      .updateTable("project_members")
      .set({ role: "manager" })
      .where("id_user", "=", world.is.manager.id)
      .execute();
  });

  it("is gone when it was deleted, which the snag outlives; sent again, it is another card", async () => {
    const { snag, card } = await sent();
    tool.remove(card.id);
    await hear();
    expect(await state(snag)).toBe("gone");
    expect((await log(snag))[0]).toBe("in gone To do");
    await world.put(snag.id, { title: "Still here" });
    await worker.sendDue();
    expect(tool.cards.size).toBe(0);
    await send(snag);
    await worker.sendDue();
    expect(await state(snag)).toBe("sent");
    expect(tool.cards.size).toBe(1);
  });

  it("is gone when nobody said so and a change finds it missing, but not when the whole board is hidden", async () => {
    const { snag, card } = await sent();
    tool.closeBoard(true);
    await world.put(snag.id, { title: "One" });
    await worker.sendDue();
    expect((await panel(snag)).links).toMatchObject([{ state: "sent", failure: "no such card" }]);
    tool.closeBoard(false);
    tool.cards.delete(card.id);
    minutes(2);
    await worker.sendDue();
    expect(await state(snag)).toBe("gone");
  });
});

describe("a connection that the tool takes no more", () => {
  it("makes the cards wait and tells its person once; connected again, all of it goes on", async () => {
    const { snag } = await sent();
    const other = await world.pin();
    await send(other);
    tool.revoke();
    await world.put(snag.id, { title: "Later" });
    await worker.sendDue();
    minutes(60);
    await worker.sendDue();
    expect([await state(snag), await state(other)]).toEqual(["reauth", "reauth"]);
    expect(worker.told.map(({ sort, to }) => [sort, to])).toEqual([["tool_reauth", [world.is.manager.id]]]);
    // Nobody is signed out here, and who asks is told what to do.
    expect(await world.is.manager.client.refused("GET /api/tools/{tool}/boards", ask)).toMatchObject({
      status: 409,
      code: "TOOL_REAUTH",
    });
    expect(await world.is.manager.client.call("GET /api/tools/{tool}", ask)).toMatchObject({
      connection: { state: "reauth" },
    });

    tool.admit("access-new");
    await worker.connections.connect(
      { userId: world.is.manager.id, tool: "clickup", address: "" },
      { way: "token", access: "access-new", expiresAt: null },
    );
    await worker.sendDue();
    expect([await state(snag), await state(other)]).toEqual(["sent", "sent"]);
    expect(tool.cards.size).toBe(2);
    expect([...tool.cards.values()][0]?.fields.title).toBe(`#${snag.number} Later`);
  });

  it("is taken away in the middle: what stands there is known, and only the rest is done afterwards", async () => {
    const snag = await world.pin();
    await photo(snag, `middle${snag.id}`);
    await send(snag);
    const release = tool.hold("createCard");
    const sending = worker.sendDue();
    await expect.poll(() => tool.cards.size).toBe(1);
    tool.revoke();
    release();
    await sending;
    expect((await panel(snag)).links).toMatchObject([{ state: "reauth", url: expect.any(String) }]);
    tool.admit("access-new");
    await worker.connections.connect(
      { userId: world.is.manager.id, tool: "clickup", address: "" },
      { way: "token", access: "access-new", expiresAt: null },
    );
    await worker.sendDue();
    expect(await state(snag)).toBe("sent");
    expect(tool.count("createCard")).toBe(1);
    expect(last(tool).files).toHaveLength(1);
  });

  it("is renewed by one refresh however many ask, and the new refresh token is kept", async () => {
    tool.expire();
    await db().updateTable("tool_connections").set({ expires_at: now() }).execute();
    const second = toolWorker(db(), tool, now);
    const use = (one: typeof worker) =>
      one.connections.use(ids.id_connection, (tokens) => Promise.resolve(tokens.access));
    const release = tool.hold("refresh");
    const all = [use(worker), use(worker), use(second), use(second)];
    await expect.poll(() => tool.count("refresh")).toBe(1);
    release();
    expect(await Promise.all(all)).toEqual(["access-1", "access-1", "access-1", "access-1"]);
    expect(tool.count("refresh")).toBe(1);
    minutes(120);
    expect(await use(worker)).toBe("access-2");
  });

  it("is renewed once when the tool refuses a token before its time", async () => {
    tool.expire();
    const { snag } = await sent();
    expect(tool.refreshes).toBe(1);
    expect(await state(snag)).toBe("sent");
  });

  it("waits after it was taken away, and what was sent stays linked", async () => {
    const { snag } = await sent();
    await world.is.manager.client.call("DELETE /api/tools/{tool}/connection", ask);
    expect((await panel(snag)).links).toMatchObject([{ state: "reauth", url: expect.any(String) }]);
    expect(
      await world.is.owner.client.call("GET /api/projects/{id}/tools", {
        params: { id: world.is.id_project },
      }),
    ).toMatchObject([{ state: "reauth", link_count: 1 }]);
  });
});

describe("a card that nobody follows any more", () => {
  it("is left alone, stays in the log, and is found again when the snag is sent again", async () => {
    const { snag, card } = await sent();
    await world.is.editor.client.call("DELETE /api/annotations/{id}/tools/{tool}", at(snag));
    await world.put(snag.id, { title: "Other" });
    await worker.sendDue();
    expect(card.fields.title).not.toContain("Other");
    expect((await panel(snag)).links).toEqual([]);
    expect((await log(snag))[0]).toBe("out unlinked To do");
    await send(snag);
    await worker.sendDue();
    expect(tool.cards.size).toBe(1);
    expect(card.fields.title).toContain("Other");
  });

  it("stays linked when the project's board is let go of, and is followed again with the same board", async () => {
    const { snag, card } = await sent();
    const place = { params: { id: world.is.id_project, tool: "clickup" } } as const;
    await world.is.owner.client.call("DELETE /api/projects/{id}/tools/{tool}", place);
    await world.put(snag.id, { title: "Alone" });
    await worker.sendDue();
    expect(card.fields.title).not.toContain("Alone");
    expect((await panel(snag)).links).toMatchObject([{ state: "sent" }]);
    expect(
      await world.is.editor.client.refused("POST /api/annotations/{id}/tools/{tool}", at(snag)),
    ).toMatchObject({
      code: "TOOL_NO_BOARD",
    });
  });
});

describe("who sees and does what", () => {
  it("is told everybody by four settings, which are off unless somebody switched them on", async () => {
    expect(await world.is.viewer.client.call("GET /api/settings")).toMatchObject({
      trello_enabled: false,
      monday_enabled: false,
      ms_project_enabled: false,
      clickup_enabled: true,
    });
    expect(
      await world.is.editor.client.refused("GET /api/tools/{tool}/links", { params: { tool: "trello" } }),
    ).toMatchObject({ status: 403, code: "TOOL_OFF" });
  });

  it("lists cards of snags that one may see, and nothing of a stranger's", async () => {
    const { snag } = await sent({ id_assignee: world.is.trade.id });
    const { snag: other } = await sent();
    const list = async (by: { client: typeof world.is.owner.client }) =>
      (await by.client.call("GET /api/tools/{tool}/links", ask)).items
        .map(({ id_snag }) => id_snag)
        .toSorted((a, b) => a - b);
    expect(await list(world.is.viewer)).toEqual([snag.id, other.id]);
    expect(await list(world.is.trade)).toEqual([snag.id]);
    expect(await list(world.is.stranger)).toEqual([]);
    expect(await world.is.stranger.client.call("GET /api/tools/{tool}/projects", ask)).toEqual([]);
    expect(await world.is.viewer.client.call("GET /api/tools/{tool}/projects", ask)).toMatchObject([
      { project: "Palm Court", link_count: 2, hears_by: "poll" },
    ]);
  });

  it("says with each board and each card whether one may change it", async () => {
    const { snag } = await sent({ id_assignee: world.is.trade.id });
    const told = async ({ client }: { client: typeof world.is.owner.client }) => {
      const projects = await client.call("GET /api/tools/{tool}/projects", ask);
      const { items } = await client.call("GET /api/tools/{tool}/links", ask);
      const own = await client.call("GET /api/annotations/{id}/tools", { params: { id: snag.id } });
      return [projects, items, own.links].map((all) => all.map(({ can }) => can["edit"]));
    };
    // Whose project it is: a manager changes its board, an editor sends its snags.
    expect(await told(world.is.manager)).toEqual([[true], [true], [true]]);
    expect(await told(world.is.editor)).toEqual([[false], [true], [true]]);
    expect(await told(world.is.viewer)).toEqual([[false], [false], [false]]);
    expect(await told(world.is.trade)).toEqual([[], [false], [false]]);
    const boards = async ({ client }: { client: typeof world.is.owner.client }) =>
      (await client.call("GET /api/projects/{id}/tools", { params: { id: world.is.id_project } })).map(
        ({ can }) => can,
      );
    expect(await boards(world.is.manager)).toEqual([{ edit: true }]);
    expect(await boards(world.is.viewer)).toEqual([{ edit: false }]);
    const again = await world.is.editor.client.call(
      "POST /api/annotations/{id}/tools/{tool}/retry",
      at(snag),
    );
    expect(again.can).toEqual({ edit: true });
    // Nothing of a snag changes in a project that is put to rest; its board still does.
    const rest = (active: boolean) =>
      db().updateTable("projects").set({ active }).where("id", "=", world.is.id_project).execute();
    await rest(false);
    expect(await told(world.is.manager)).toEqual([[true], [false], [false]]);
    await rest(true);
  });

  it("tells as troubled what did not arrive, also while it is tried again", async () => {
    await sent();
    const { snag: behind } = await sent();
    const troubled = async () => {
      const query = { troubled: 1 } as const;
      const { items } = await world.is.editor.client.call("GET /api/tools/{tool}/links", { ...ask, query });
      return items.map(({ id_snag, state: now }) => [id_snag, now]);
    };
    const snag = await world.pin();
    await send(snag);
    expect(await troubled()).toEqual([]);
    tool.fail("createCard", new ToolFailure("passing", "Busy"));
    await worker.sendDue();
    expect(await troubled()).toEqual([[snag.id, "waiting"]]);
    minutes(5);
    await worker.sendDue();
    expect(await state(snag)).toBe("sent");
    expect(await troubled()).toEqual([]);
    await world.put(behind.id, { title: "Cracked twice" });
    tool.fail("updateCard", new ToolFailure("passing", "Busy"));
    await worker.sendDue();
    expect(await troubled()).toEqual([[behind.id, "sent"]]);
  });

  it("sends several or none of them", async () => {
    const [one, two] = [await world.pin(), await world.pin()];
    const bulk = (by: { client: typeof world.is.owner.client }, all: number[]) =>
      by.client.raw("POST /api/tools/{tool}/annotations", { ...ask, body: { ids: all } });
    expect((await bulk(world.is.viewer, [one.id, two.id])).status).toBe(403);
    expect((await bulk(world.is.editor, [one.id, 999_999])).status).toBe(404);
    expect(await db().selectFrom("snag_links").select("id").execute()).toEqual([]);
    expect((await bulk(world.is.editor, [one.id, two.id])).body).toMatchObject({ data: { sent: 2 } });
    expect((await bulk(world.is.editor, [one.id, two.id])).body).toMatchObject({ data: { sent: 0 } });
  });

  it("is off for whom a super admin has taken it from, and his cards wait", async () => {
    const { app, editor } = world.is;
    const admin = await app.as(await app.user({ role: "super_admin" }));
    const change = (clickup_enabled: boolean) =>
      admin.call("PUT /api/users/{id}", { params: { id: editor.id }, body: { clickup_enabled } });
    expect(await change(false)).toMatchObject({ clickup_enabled: false, trello_enabled: true });
    const snag = await world.pin();
    for (const route of [
      "POST /api/annotations/{id}/tools/{tool}",
      "POST /api/annotations/{id}/tools/{tool}/retry",
    ] as const)
      expect(await editor.client.refused(route, at(snag))).toMatchObject({ status: 403, code: "TOOL_OFF" });
    expect(await editor.client.call("GET /api/tools/{tool}", ask)).toMatchObject({
      is_on: false,
      off_because: "person",
    });
    expect(await editor.client.call("GET /api/user")).toMatchObject({
      trello_enabled: true,
      monday_enabled: true,
      ms_project_enabled: true,
      clickup_enabled: false,
      can: { clickup: false, trello: false },
    });
    // Nobody gives it back to himself.
    await editor.client.raw("PUT /api/users/{id}", {
      params: { id: editor.id },
      body: { clickup_enabled: true },
    });
    expect(await editor.client.call("GET /api/tools/{tool}", ask)).toMatchObject({ is_on: false });
    expect(await change(true)).toMatchObject({ clickup_enabled: true });
    await expect(send(snag)).resolves.toMatchObject({ state: "waiting" });
  });

  it("neither sends nor hears while whose account it is may not use the tool, and misses nothing of it", async () => {
    const { snag, card } = await sent();
    worker.isOff = true;
    tool.calls.length = 0;
    await world.put(snag.id, { title: "Later" });
    await worker.sendDue();
    tool.move(card.id, "doing");
    await hear();
    expect(tool.calls).toEqual([]);
    worker.isOff = false;
    minutes(61);
    await worker.ask();
    await worker.hear();
    await worker.sendDue();
    expect(card.fields.title).toContain("Later");
    expect((await world.get(snag.id)).status).toBe("in_work");
  });
});
