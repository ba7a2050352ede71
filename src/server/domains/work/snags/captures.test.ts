import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { Snag } from "#contract/snags.ts";
import { PartsClient } from "#test/tus.ts";
import { type Person, snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld();
const { pin, get, put, refusedPut, steps } = world;

const capturedAt = "2026-03-01T03:00:00.000Z";
const capture = (guid: string = randomUUID()) => ({ guid, captured_at: capturedAt, clock_offset: 60_000 });
/** By the server's clock. */
const corrected = "2026-03-01T03:01:00.000Z";

const comment = (id: number, body: { text: string; guid?: string }, by: Person = world.is.owner) =>
  by.client.call("POST /api/annotations/{id}/comments", { params: { id }, body });
const commentsOf = (id: number) =>
  world.is.owner.client.call("GET /api/annotations/{id}/comments", { params: { id } });
const count = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from snags`.execute(
    world.is.app.database.db,
  );
  return rows[0]?.n ?? 0;
};
const photoBytes = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: "#c9d2d6" } })
    .jpeg()
    .toBuffer();
const addPhoto = (id: number, bytes: Buffer, fields: Record<string, string>) =>
  world.is.owner.client.upload(
    "POST /api/annotations/{id}/photos",
    { kind: "before", ...fields },
    { file: { name: "tile.jpg", bytes } },
    { params: { id } },
  );

describe("what was made on a device", () => {
  it("becomes one snag, however often it is sent, also after the idempotency key is forgotten", async () => {
    const body = { title: "Made in the basement", ...capture() };
    const first = await pin(body);
    expect(first).toMatchObject({ guid: body.guid, captured_at: corrected });
    const before = await count();
    const again = await Promise.all([pin(body), pin(body), pin(body)]);
    expect(again.map(({ id }) => id)).toEqual([first.id, first.id, first.id]);
    expect(await count()).toBe(before);
    expect((await steps(first.id)).map(({ action, captured_at }) => [action, captured_at])).toEqual([
      ["created", corrected],
    ]);
  });

  it("is unknown to another user who sends the same GUID, and changes nothing", async () => {
    const body = { title: "Mine", ...capture() };
    const { id } = await pin(body);
    const { editor, id_visit } = world.is;
    const refused = await editor.client.refused("POST /api/annotations", {
      body: { ...body, id_visit, title: "Theirs" },
    });
    expect(refused).toMatchObject({ status: 404 });
    expect(await get(id)).toMatchObject({ title: "Mine" });
  });

  it("does not return once it was deleted", async () => {
    const { owner, id_visit } = world.is;
    const body = { title: "Deleted at the desk", ...capture() };
    const { id } = await pin(body);
    await owner.client.call("DELETE /api/annotations/{id}", { params: { id } });
    const before = await count();
    expect(
      await owner.client.refused("POST /api/annotations", { body: { ...body, id_visit } }),
    ).toMatchObject({ status: 404 });
    expect(await count()).toBe(before);
  });

  it("refuses the GUID of a snag that was made elsewhere", async () => {
    const { owner, id_visit } = world.is;
    const { guid } = await pin();
    expect(
      await owner.client.refused("POST /api/annotations", { body: { id_visit, title: "Copy", guid } }),
    ).toMatchObject({ code: "CONFLICT" });
  });

  it("has no time that another user announced for its GUID", async () => {
    const { viewer } = world.is;
    const { id } = await pin();
    const said = await comment(id, { text: "Seen" });
    const { db } = world.is.app.database;
    const guids = [
      await db.selectFrom("snags").select("guid").where("id", "=", id).executeTakeFirstOrThrow(),
      await db.selectFrom("snag_comments").select("guid").where("id", "=", said.id).executeTakeFirstOrThrow(),
    ];
    const kinds = ["snag", "snag_comment"] as const;
    await viewer.client.call("POST /api/evidence/captures", {
      body: { captures: guids.map(({ guid }, at) => ({ ...capture(guid), kind: kinds[at] ?? "snag" })) },
    });
    expect(await get(id)).toMatchObject({ captured_at: null });
    expect(await commentsOf(id)).toMatchObject([{ captured_at: null }]);
  });

  it("never seems later than it arrived, whatever the device's clock says", async () => {
    const future = { guid: randomUUID(), captured_at: "2099-01-01T00:00:00Z" };
    const snag = await pin({ title: "From the future", ...future });
    expect(Date.parse(snag.captured_at ?? "")).toBeLessThanOrEqual(Date.parse(snag.created_at) + 5000);
  });

  it("adds a comment and a photo once, each with its time", async () => {
    const { id } = await pin();
    const said = { text: "Wet", ...capture() };
    await Promise.all([comment(id, said), comment(id, said)]);
    await comment(id, said);
    expect(await commentsOf(id)).toMatchObject([{ text: "Wet", captured_at: corrected }]);
    const bytes = await photoBytes();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const fields = { guid: randomUUID(), captured_at: capturedAt, clock_offset: "60000", sha256 };
    for (let n = 0; n < 2; n += 1) expect((await addPhoto(id, bytes, fields)).status).toBe(201);
    const snag = await get(id);
    expect(snag.photos).toMatchObject([{ captured_at: corrected }]);
    expect((await steps(id)).map(({ action }) => action)).toEqual(["photo_added", "commented", "created"]);
  });

  it("adds a photo that came in parts, once, and none that another user sent or that is too large", async () => {
    const { owner, stranger, viewer, id_project, app } = world.is;
    const { id } = await pin();
    const bytes = await photoBytes();
    const parts = new PartsClient(owner.client, app.origin);
    const upload = await parts.begunAttachment(id_project, bytes.length);
    await parts.part(upload, 0, bytes.subarray(0, 100));
    const body = { upload, ...capture() };
    const send = (by: Person, sent: object) =>
      by.client.refused("POST /api/annotations/{id}/photos", { params: { id }, body: sent });
    expect(await send(owner, body)).toMatchObject({ code: "UPLOAD_UNFINISHED" });
    await parts.part(upload, 100, bytes.subarray(100));
    expect(await send(world.is.editor, { upload })).toMatchObject({ code: "UPLOAD_UNKNOWN" });
    expect(await send(viewer, { upload })).toMatchObject({ status: 403 });
    for (let n = 0; n < 2; n += 1) {
      const snag = await owner.client.call("POST /api/annotations/{id}/photos", { params: { id }, body });
      expect(snag.photos).toHaveLength(1);
    }
    expect(await send(owner, {})).toMatchObject({ errors: { file: ["snags.photo_required"] } });
    const begin = (by: Person, size: number) =>
      new PartsClient(by.client, app.origin).beginAttachment(id_project, size);
    expect((await begin(owner, 21 * 2 ** 20)).status).toBe(413);
    expect((await begin(stranger, 1000)).status).toBe(403);
  });

  it("has its checksum on the chain-of-custody report, with the time at which that arrived first", async () => {
    const { owner } = world.is;
    const { id } = await pin();
    const bytes = await photoBytes();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const guid = randomUUID();
    const announced = { guid, captured_at: capturedAt, clock_offset: -2000, sha256 };
    const body = { captures: [{ ...announced, kind: "snag_photo" as const }] };
    await owner.client.call("POST /api/evidence/captures", { body });
    await owner.client.call("POST /api/evidence/captures", { body });
    await addPhoto(id, bytes, { guid });
    const { files } = await owner.client.call("GET /api/evidence/snags/{id}", { params: { id } });
    expect(files[0]).toMatchObject({
      came: { sha256 },
      device: { captured_at: capturedAt, clock_offset: -2000, sha256 },
    });
    const [file] = files;
    expect(Date.parse(file?.device?.announced_at ?? "")).toBeLessThanOrEqual(
      Date.parse(file?.received_at ?? ""),
    );
  });
});

describe("a change made on a device", () => {
  const change = (id: number, body: object, by: Person = world.is.owner) =>
    by.client.call("PUT /api/annotations/{id}", { params: { id }, body });

  it("is merged when only other fields changed meanwhile", async () => {
    const { editor } = world.is;
    const { id } = await pin();
    await put(id, { priority: "high", due_date: "2026-04-01" }, editor);
    const merged = await change(id, { status: "in_work", from: { status: "open" }, ...capture() });
    expect(merged).toMatchObject({ status: "in_work", priority: "high", due_date: "2026-04-01" });
    expect((await steps(id))[0]).toMatchObject({ action: "changed", captured_at: corrected });
  });

  it("is refused when the field changed, with the value, its author and its time, and stays in the history", async () => {
    const { editor } = world.is;
    const { id } = await pin();
    await put(id, { status: "closed" }, editor);
    const body = { status: "ready", from: { status: "open" }, ...capture() };
    const refused = await refusedPut(id, body);
    expect(refused).toMatchObject({
      status: 409,
      code: "CONFLICT",
      values: { field: "status", now: '{"status":"closed"}', shown: "closed", sent: "ready" },
    });
    expect(await get(id)).toMatchObject({ status: "closed" });
    // Sent again, as a device does whose answer was lost: no second line.
    await refusedPut(id, body);
    const told = await steps(id);
    expect(told.map(({ action }) => action)).toEqual(["not_applied", "changed", "created"]);
    expect(told[0]).toMatchObject({
      changes: [{ field: "status", from: "closed", to: "ready" }],
      captured_at: corrected,
    });
    expect(Date.parse(String(refused.values?.["at"]))).toBe(Date.parse(told[1]?.created_at ?? ""));
    // The user keeps their own value.
    await change(id, { ...body, from: { status: "closed" } });
    expect((await steps(id))[0]).toMatchObject({
      action: "changed",
      changes: [{ field: "status", from: "closed", to: "ready" }],
    });
  });

  it("is no conflict when both set the same, and none for fields that a form sends as they were", async () => {
    const { editor } = world.is;
    const { id } = await pin();
    await put(id, { status: "ready", due_date: "2026-05-01" }, editor);
    const snag: Snag = await change(id, {
      status: "ready",
      due_date: null,
      trade: "Tiles",
      from: { status: "open", due_date: null, trade: "" },
      ...capture(),
    });
    expect(snag).toMatchObject({ status: "ready", due_date: "2026-05-01", trade: "Tiles" });
  });

  it("treats assignee and invitation as one field, and a position as one", async () => {
    const { editor, trade, id_sheet } = world.is;
    const { id } = await pin({ id_sheet, x: 0.1, y: 0.1 });
    await put(id, { id_assignee: editor.id }, editor);
    const assigned = await refusedPut(id, {
      id_assignee: trade.id,
      from: { id_assignee: null, id_invitation: null },
      ...capture(),
    });
    expect(assigned.values).toMatchObject({ field: "assignee" });
    await put(id, { x: 0.5 }, editor);
    const moved = await refusedPut(id, { x: 0.2, y: 0.3, from: { id_sheet, x: 0.1, y: 0.1 }, ...capture() });
    expect(moved.values).toMatchObject({ field: "place" });
    expect((await steps(id)).filter(({ action }) => action === "not_applied")).toHaveLength(2);
  });

  it("names no user, and writes nothing into the history, that its author may not set", async () => {
    const { editor, stranger, trade } = world.is;
    const { id } = await pin({ id_assignee: trade.id });
    await put(id, { id_assignee: editor.id, title: "Loose tile" }, editor);
    await put(id, { id_assignee: trade.id }, editor);
    const from = { id_assignee: editor.id, id_invitation: null };
    const assigned = await refusedPut(id, { id_assignee: stranger.id, from, ...capture() }, editor);
    expect(assigned).toMatchObject({ status: 422, errors: { id_assignee: ["snags.assignee_elsewhere"] } });
    const title = { title: "Paid twice", from: { title: "Cracked tile" }, ...capture() };
    expect(await refusedPut(id, title, trade)).toMatchObject({ status: 403, code: "SNAG_EDIT_DENIED" });
    expect((await steps(id)).map(({ action }) => action)).not.toContain("not_applied");
  });
});
