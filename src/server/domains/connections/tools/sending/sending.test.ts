import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { ToolFailure } from "#server/integrations/tools/tool-client.ts";
import { memoryTool } from "../memory-tool.fixture.ts";
import { toolWorker } from "./sending.fixture.ts";
import { sendingWorld } from "./sending-world.fixture.ts";

const site = sendingWorld();
const { world, now, minutes, db, at, send, panel, state, log, photo, sent } = site;

describe("sending a snag", () => {
  it("creates one card with the snag's texts, status, link and pictures", async () => {
    const snag = await world.pin({ title: "Cracked tile", text: "By the door", due_date: "2026-12-01" });
    await photo(snag, `one${snag.id}`);
    expect(await send(snag)).toMatchObject({ state: "waiting", url: null });
    expect(await site.worker.sendDue()).toBe(1);
    const [card] = [...site.tool.cards.values()];
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
    // Knowing a picture's own name grants access to it.
    expect(card?.files[0]).not.toContain(`one${snag.id}`);
    expect((await panel(snag)).links).toMatchObject([
      { state: "sent", url: card && `https://tool.example/c/${card.id}`, remote_status: "To do" },
    ]);
    expect((await log(snag)).toReversed()).toEqual(["out created  To do", `out photo  ${card?.files[0]}`]);
  });

  it("shows the position in the room's picture where the account's owner may see visits", async () => {
    const { card } = await sent({ id_room: world.is.id_room, yaw: 30, pitch: -5 });
    expect(card.files).toMatchObject([expect.stringMatching(/^snag-\d+-view\.jpg$/)]);
    await world.withhold(world.is.manager, ["visits.view"]);
    const { card: blind } = await sent({ id_room: world.is.id_room, yaw: 30, pitch: -5 });
    expect(blind.files).toEqual([]);
    await world.withhold(world.is.manager, []);
  });

  it("finds the first card on a second request", async () => {
    const { snag } = await sent();
    await send(snag);
    await site.worker.sendDue();
    expect(site.tool.cards.size).toBe(1);
    expect(site.tool.count("createCard")).toBe(1);
  });

  it("creates one card although two workers race for it", async () => {
    const snag = await world.pin();
    await send(snag);
    const release = site.tool.hold("createCard");
    const others = [site.worker, toolWorker(db(), site.tool, now)].map((one) => one.sendDue());
    await expect.poll(() => site.tool.count("createCard")).toBe(1);
    release();
    expect((await Promise.all(others)).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(site.tool.cards.size).toBe(1);
    expect(await state(snag)).toBe("sent");
  });

  it("is not delayed by a concurrent write to the same row", async () => {
    const snag = await world.pin();
    await send(snag);
    const { sending } = await db()
      .transaction()
      .execute(async (trx) => {
        await trx.selectFrom("snag_links").select("id").where("id_snag", "=", snag.id).forUpdate().execute();
        const sending = site.worker.sendDue();
        expect(await Promise.race([sending, sleep(300, "looking")])).toBe("looking");
        return { sending };
      });
    expect(await sending).toBe(1);
    expect(await state(snag)).toBe("sent");
  });

  it("creates no second card when a worker dies between the tool's response and storing it", async () => {
    const snag = await world.pin();
    await send(snag);
    const release = site.tool.hold("createCard");
    const killed = site.worker.sendDue();
    await expect.poll(() => site.tool.cards.size).toBe(1);
    // The first worker never reports back; its lease expires.
    minutes(4);
    site.tool.hold("createCard")();
    expect(await toolWorker(db(), site.tool, now).sendDue()).toBe(1);
    expect(site.tool.count("findCard")).toBe(1);
    expect(site.tool.cards.size).toBe(1);
    expect(await state(snag)).toBe("sent");
    // If it resumes after all, its pending write is dropped.
    release();
    await killed;
    expect((await log(snag)).filter((line) => line.startsWith("out created"))).toHaveLength(1);
    expect(site.tool.count("createCard")).toBe(1);
  });

  it("searches for the card before retrying after a lost response", async () => {
    const snag = await world.pin();
    await send(snag);
    site.tool.fail("createCard", new ToolFailure("passing", "connection lost", { isUnsure: true }), "after");
    await site.worker.sendDue();
    expect((await panel(snag)).links).toMatchObject([{ state: "waiting", failure: "connection lost" }]);
    // Not before it is due.
    expect(await site.worker.sendDue()).toBe(0);
    minutes(1);
    await site.worker.sendDue();
    expect(site.tool.cards.size).toBe(1);
    expect(site.tool.count("createCard")).toBe(1);
    expect(await state(snag)).toBe("sent");
  });

  it("waits as long as the tool requests, for the whole account", async () => {
    const [one, two] = [await world.pin(), await world.pin()];
    await send(one);
    await send(two);
    site.tool.fail(
      "createCard",
      new ToolFailure("rate_limited", "slow down", { retryAt: new Date(now().getTime() + 120_000) }),
    );
    expect(await site.worker.sendDue()).toBe(1);
    minutes(1);
    expect(await site.worker.sendDue()).toBe(0);
    minutes(2);
    expect(await site.worker.sendDue()).toBe(2);
    expect(site.tool.cards.size).toBe(2);
    expect([await state(one), await state(two)]).toEqual(["sent", "sent"]);
  });

  it("uploads only the missing picture when one of two failed", async () => {
    const snag = await world.pin();
    await photo(snag, `a${snag.id}`);
    await photo(snag, `b${snag.id}`);
    await send(snag);
    site.tool.fail("attachPhoto", new ToolFailure("storage_full", "no room"), "after");
    await site.worker.sendDue();
    expect((await panel(snag)).links).toMatchObject([{ state: "partial", failure: "no room" }]);
    minutes(2);
    await site.worker.sendDue();
    const [card] = [...site.tool.cards.values()];
    // The first arrived although the tool reported a failure.
    expect(card?.files).toHaveLength(2);
    expect(new Set(card?.files).size).toBe(2);
    expect(site.tool.count("createCard")).toBe(1);
    expect(await state(snag)).toBe("sent");
  });

  it("gives up after the last attempt, gives the reason, and notifies the sender once", async () => {
    const snag = await world.pin();
    await send(snag);
    for (let n = 0; n <= limits.tools.tries; n += 1) {
      site.tool.fail("createCard", new ToolFailure("passing", "bad gateway"));
      await site.worker.sendDue();
      minutes(61);
    }
    expect(site.tool.count("createCard")).toBe(limits.tools.tries);
    expect((await panel(snag)).links).toMatchObject([
      { state: "failed", failure: "bad gateway", next_try_at: null },
    ]);
    expect(site.worker.told.map(({ sort, to }) => [sort, to])).toEqual([
      ["tool_failed", [world.is.editor.id]],
    ]);
    const retry = memoryTool();
    retry.clock = now;
    await world.is.editor.client.call("POST /api/annotations/{id}/tools/{tool}/retry", at(snag));
    await toolWorker(db(), retry, now).sendDue();
    expect(await state(snag)).toBe("sent");
  });

  it("fails at once for a status that the board no longer has, and continues once another is selected", async () => {
    const snag = await world.pin();
    await send(snag);
    site.tool.fail("createCard", new ToolFailure("unknown_status", "no such list"));
    await site.worker.sendDue();
    expect(await state(snag)).toBe("failed");
    // A change of the snag is a new attempt.
    await world.put(snag.id, { title: "Cracked tiles" });
    await site.worker.sendDue();
    expect(await state(snag)).toBe("sent");
  });
});
