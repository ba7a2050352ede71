import { describe, expect, it } from "vitest";
import { sendingWorld } from "./sending-world.fixture.ts";

const site = sendingWorld();
const { world, now, minutes, db, send, panel, state, log, sent, hear } = site;

describe("a card that changes at the tool", () => {
  it("changes the snag's status, and the history says by which tool", async () => {
    const { snag, card } = await sent();
    site.tool.move(card.id, "doing");
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
    // Received changes are not sent back.
    site.tool.calls.length = 0;
    await site.worker.sendDue();
    expect(site.tool.count("setStatus")).toBe(0);
  });

  it("ignores the echo of our own change", async () => {
    const { snag, card } = await sent();
    await world.put(snag.id, { status: "in_work" });
    await site.worker.sendDue();
    const steps = (await world.steps(snag.id)).length;
    site.tool.news.push({ key: "echo", cardId: card.id, kind: "status", at: now(), actorId: "me" });
    await hear();
    expect(await world.steps(snag.id)).toHaveLength(steps);
    expect((await log(snag)).filter((line) => line.startsWith("in"))).toEqual([]);
  });

  it("ignores a status without a mapping, and logs it", async () => {
    const { snag, card } = await sent();
    site.tool.move(card.id, "parked");
    await hear();
    expect((await world.get(snag.id)).status).toBe("open");
    expect((await log(snag))[0]).toBe("in unmapped To do Parked");
    expect((await panel(snag)).links[0]?.remote_status).toBe("Parked");
    // The next change here is still sent.
    await world.put(snag.id, { status: "closed" });
    await site.worker.sendDue();
    expect(card.statusId).toBe("done");
  });

  it("wins over an older change here, and logs the overridden value", async () => {
    const { snag, card } = await sent();
    await world.put(snag.id, { status: "closed" });
    minutes(1);
    site.tool.move(card.id, "doing");
    await site.worker.sendDue();
    expect((await world.get(snag.id)).status).toBe("in_work");
    expect(card.statusId).toBe("doing");
    expect((await log(snag))[0]).toBe("in conflict Done Doing");
  });

  it("loses to a newer change here, and logs the overridden value", async () => {
    const { snag, card } = await sent();
    minutes(-1);
    site.tool.move(card.id, "doing");
    minutes(1);
    await world.put(snag.id, { status: "closed" });
    await site.worker.sendDue();
    expect((await world.get(snag.id)).status).toBe("closed");
    expect(card.statusId).toBe("done");
    expect(await log(snag)).toContain("in conflict Doing Done");
  });

  it("does nothing that the connection's owner may not do", async () => {
    const { snag, card } = await sent();
    await db()
      .updateTable("project_members")
      .set({ role: "viewer" })
      .where("id_user", "=", world.is.manager.id)
      .execute();
    site.tool.move(card.id, "doing");
    await hear();
    expect((await world.get(snag.id)).status).toBe("open");
    expect((await log(snag))[0]).toBe("in failed To do Doing");
    await db()
      .updateTable("project_members")
      .set({ role: "manager" })
      .where("id_user", "=", world.is.manager.id)
      .execute();
  });

  it("is unlinked after its deletion, which the snag outlives; sending again creates another card", async () => {
    const { snag, card } = await sent();
    site.tool.remove(card.id);
    await hear();
    expect(await state(snag)).toBe("gone");
    expect((await log(snag))[0]).toBe("in gone To do");
    await world.put(snag.id, { title: "Still here" });
    await site.worker.sendDue();
    expect(site.tool.cards.size).toBe(0);
    await send(snag);
    await site.worker.sendDue();
    expect(await state(snag)).toBe("sent");
    expect(site.tool.cards.size).toBe(1);
  });

  it("is unlinked when a change finds it missing without an event, but not when the whole board is hidden", async () => {
    const { snag, card } = await sent();
    site.tool.closeBoard(true);
    await world.put(snag.id, { title: "One" });
    await site.worker.sendDue();
    expect((await panel(snag)).links).toMatchObject([{ state: "sent", failure: "no such card" }]);
    site.tool.closeBoard(false);
    site.tool.cards.delete(card.id);
    minutes(2);
    await site.worker.sendDue();
    expect(await state(snag)).toBe("gone");
  });
});
