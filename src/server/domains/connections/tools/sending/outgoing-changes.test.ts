import { describe, expect, it } from "vitest";
import { sendingWorld } from "./sending-world.fixture.ts";

const site = sendingWorld();
const { world, db, at, send, panel, state, log, photo, sent } = site;

describe("a snag that changes here", () => {
  it("sends its texts, its status and new pictures", async () => {
    const { snag, card } = await sent();
    await world.put(snag.id, { title: "Broken tile", status: "in_work" });
    await photo(snag, `later${snag.id}`);
    await site.worker.sendDue();
    expect(card).toMatchObject({ statusId: "doing", fields: { title: `#${snag.number} Broken tile` } });
    expect(card.files).toHaveLength(1);
    expect(await log(snag)).toContain("out status To do Doing");
  });

  it("sends nothing for fields that are not part of the card", async () => {
    const { snag } = await sent();
    site.tool.calls.length = 0;
    await world.is.editor.client.call("POST /api/annotations/{id}/comments", {
      params: { id: snag.id },
      body: { text: "Seen" },
    });
    expect(await site.worker.sendDue()).toBe(1);
    // Nor for a status that is not synced.
    await world.put(snag.id, { status: "ready" });
    await site.worker.sendDue();
    expect(site.tool.calls).toEqual([]);
  });

  it("keeps a change made while the card is being created", async () => {
    const snag = await world.pin();
    await send(snag);
    const release = site.tool.hold("createCard");
    const sending = site.worker.sendDue();
    await expect.poll(() => site.tool.cards.size).toBe(1);
    // The update does not wait for the tool to respond.
    await world.put(snag.id, { title: "Meanwhile" });
    release();
    await sending;
    expect([...site.tool.cards.values()][0]?.fields.title).toBe(`#${snag.number} Meanwhile`);
  });

  it("is sent automatically where the project sends all, and older ones are not", async () => {
    const old = await world.pin();
    await db().updateTable("project_tools").set({ sends_all: true }).execute();
    const fresh = await world.pin();
    await world.put(old.id, { title: "Old" });
    await site.worker.sendDue();
    expect(await state(fresh)).toBe("sent");
    expect((await panel(old)).links).toEqual([]);
  });
});

describe("a card that is no longer followed", () => {
  it("is left alone, stays in the log, and is found again when the snag is sent again", async () => {
    const { snag, card } = await sent();
    await world.is.editor.client.call("DELETE /api/annotations/{id}/tools/{tool}", at(snag));
    await world.put(snag.id, { title: "Other" });
    await site.worker.sendDue();
    expect(card.fields.title).not.toContain("Other");
    expect((await panel(snag)).links).toEqual([]);
    expect((await log(snag))[0]).toBe("out unlinked To do");
    await send(snag);
    await site.worker.sendDue();
    expect(site.tool.cards.size).toBe(1);
    expect(card.fields.title).toContain("Other");
  });

  it("stays linked when the project's board is removed, and is followed again with the same board", async () => {
    const { snag, card } = await sent();
    const place = { params: { id: world.is.id_project, tool: "clickup" } } as const;
    await world.is.owner.client.call("DELETE /api/projects/{id}/tools/{tool}", place);
    await world.put(snag.id, { title: "Alone" });
    await site.worker.sendDue();
    expect(card.fields.title).not.toContain("Alone");
    expect((await panel(snag)).links).toMatchObject([{ state: "sent" }]);
    expect(
      await world.is.editor.client.refused("POST /api/annotations/{id}/tools/{tool}", at(snag)),
    ).toMatchObject({
      code: "TOOL_NO_BOARD",
    });
  });
});
