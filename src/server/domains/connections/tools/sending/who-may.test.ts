import { describe, expect, it } from "vitest";
import { ToolFailure } from "#server/integrations/tools/tool-client.ts";
import { sendingWorld } from "./sending-world.fixture.ts";

const site = sendingWorld();
const { world, minutes, db, ask, at, send, state, sent, hear } = site;

describe("permissions", () => {
  it("publish four settings to every user, off by default", async () => {
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

  it("list cards of snags that the user may see, and none of other projects", async () => {
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

  it("state for each board and each card whether the user may edit it", async () => {
    const { snag } = await sent({ id_assignee: world.is.trade.id });
    const told = async ({ client }: { client: typeof world.is.owner.client }) => {
      const projects = await client.call("GET /api/tools/{tool}/projects", ask);
      const { items } = await client.call("GET /api/tools/{tool}/links", ask);
      const own = await client.call("GET /api/annotations/{id}/tools", { params: { id: snag.id } });
      return [projects, items, own.links].map((all) => all.map(({ can }) => can["edit"]));
    };
    // By role: a manager edits the project's board, an editor sends its snags.
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
    // Snags of an inactive project are read-only; its board can still be changed.
    const rest = (active: boolean) =>
      db().updateTable("projects").set({ active }).where("id", "=", world.is.id_project).execute();
    await rest(false);
    expect(await told(world.is.manager)).toEqual([[true], [false], [false]]);
    await rest(true);
  });

  it("list undelivered cards as failing, also while they are retried", async () => {
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
    site.tool.fail("createCard", new ToolFailure("passing", "Busy"));
    await site.worker.sendDue();
    expect(await troubled()).toEqual([[snag.id, "waiting"]]);
    minutes(5);
    await site.worker.sendDue();
    expect(await state(snag)).toBe("sent");
    expect(await troubled()).toEqual([]);
    await world.put(behind.id, { title: "Cracked twice" });
    site.tool.fail("updateCard", new ToolFailure("passing", "Busy"));
    await site.worker.sendDue();
    expect(await troubled()).toEqual([[behind.id, "sent"]]);
  });

  it("send several or none of them", async () => {
    const [one, two] = [await world.pin(), await world.pin()];
    const bulk = (by: { client: typeof world.is.owner.client }, all: number[]) =>
      by.client.raw("POST /api/tools/{tool}/annotations", { ...ask, body: { ids: all } });
    expect((await bulk(world.is.viewer, [one.id, two.id])).status).toBe(403);
    expect((await bulk(world.is.editor, [one.id, 999_999])).status).toBe(404);
    expect(await db().selectFrom("snag_links").select("id").execute()).toEqual([]);
    expect((await bulk(world.is.editor, [one.id, two.id])).body).toMatchObject({ data: { sent: 2 } });
    expect((await bulk(world.is.editor, [one.id, two.id])).body).toMatchObject({ data: { sent: 0 } });
  });

  it("are off for a user whom a super admin denied the tool, and their cards wait", async () => {
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
    // A user cannot restore this right for themselves.
    await editor.client.raw("PUT /api/users/{id}", {
      params: { id: editor.id },
      body: { clickup_enabled: true },
    });
    expect(await editor.client.call("GET /api/tools/{tool}", ask)).toMatchObject({ is_on: false });
    expect(await change(true)).toMatchObject({ clickup_enabled: true });
    await expect(send(snag)).resolves.toMatchObject({ state: "waiting" });
  });

  it("neither send nor receive while the account's owner may not use the tool, and nothing is lost", async () => {
    const { snag, card } = await sent();
    site.worker.isOff = true;
    site.tool.calls.length = 0;
    await world.put(snag.id, { title: "Later" });
    await site.worker.sendDue();
    site.tool.move(card.id, "doing");
    await hear();
    expect(site.tool.calls).toEqual([]);
    site.worker.isOff = false;
    minutes(61);
    await site.worker.ask();
    await site.worker.hear();
    await site.worker.sendDue();
    expect(card.fields.title).toContain("Later");
    expect((await world.get(snag.id)).status).toBe("in_work");
  });
});
