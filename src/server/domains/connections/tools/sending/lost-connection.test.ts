import { describe, expect, it } from "vitest";
import { toolWorker } from "./sending.fixture.ts";
import { sendingWorld } from "./sending-world.fixture.ts";

const site = sendingWorld();
const { world, now, minutes, db, ask, send, panel, state, last, photo, sent } = site;

describe("a connection that the tool no longer accepts", () => {
  it("makes its cards wait and notifies its owner once; everything continues after reconnecting", async () => {
    const { snag } = await sent();
    const other = await world.pin();
    await send(other);
    site.tool.revoke();
    await world.put(snag.id, { title: "Later" });
    await site.worker.sendDue();
    minutes(60);
    await site.worker.sendDue();
    expect([await state(snag), await state(other)]).toEqual(["reauth", "reauth"]);
    expect(site.worker.told.map(({ sort, to }) => [sort, to])).toEqual([
      ["tool_reauth", [world.is.manager.id]],
    ]);
    // The session stays signed in, and the error says what to do.
    expect(await world.is.manager.client.refused("GET /api/tools/{tool}/boards", ask)).toMatchObject({
      status: 409,
      code: "TOOL_REAUTH",
    });
    expect(await world.is.manager.client.call("GET /api/tools/{tool}", ask)).toMatchObject({
      connection: { state: "reauth" },
    });

    site.tool.admit("access-new");
    await site.worker.connections.connect(
      { userId: world.is.manager.id, tool: "clickup", address: "" },
      { way: "token", access: "access-new", expiresAt: null },
    );
    await site.worker.sendDue();
    expect([await state(snag), await state(other)]).toEqual(["sent", "sent"]);
    expect(site.tool.cards.size).toBe(2);
    expect([...site.tool.cards.values()][0]?.fields.title).toBe(`#${snag.number} Later`);
  });

  it("revoked midway keeps the finished steps, and only the rest is done afterwards", async () => {
    const snag = await world.pin();
    await photo(snag, `middle${snag.id}`);
    await send(snag);
    const release = site.tool.hold("createCard");
    const sending = site.worker.sendDue();
    await expect.poll(() => site.tool.cards.size).toBe(1);
    site.tool.revoke();
    release();
    await sending;
    expect((await panel(snag)).links).toMatchObject([{ state: "reauth", url: expect.any(String) }]);
    site.tool.admit("access-new");
    await site.worker.connections.connect(
      { userId: world.is.manager.id, tool: "clickup", address: "" },
      { way: "token", access: "access-new", expiresAt: null },
    );
    await site.worker.sendDue();
    expect(await state(snag)).toBe("sent");
    expect(site.tool.count("createCard")).toBe(1);
    expect(last().files).toHaveLength(1);
  });

  it("is renewed by one refresh for any number of callers, and the new refresh token is stored", async () => {
    site.tool.expire();
    await db().updateTable("tool_connections").set({ expires_at: now() }).execute();
    const second = toolWorker(db(), site.tool, now);
    const use = (one: typeof site.worker) =>
      one.connections.use(site.ids.id_connection, (tokens) => Promise.resolve(tokens.access));
    const release = site.tool.hold("refresh");
    const all = [use(site.worker), use(site.worker), use(second), use(second)];
    await expect.poll(() => site.tool.count("refresh")).toBe(1);
    release();
    expect(await Promise.all(all)).toEqual(["access-1", "access-1", "access-1", "access-1"]);
    expect(site.tool.count("refresh")).toBe(1);
    minutes(120);
    expect(await use(site.worker)).toBe("access-2");
  });

  it("is renewed once when the tool refuses a token early", async () => {
    site.tool.expire();
    const { snag } = await sent();
    expect(site.tool.refreshes).toBe(1);
    expect(await state(snag)).toBe("sent");
  });

  it("waits after it was revoked, and sent snags stay linked", async () => {
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
