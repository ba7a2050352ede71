import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { voiceLimits } from "#contract/voice-notes.ts";
import { clip } from "#test/clips.ts";
import { soon } from "#test/soon.ts";
import { unzip } from "#test/zip.ts";
import { bell, type Person } from "../snags/snags.fixture.ts";
import { day, voiceWorld } from "./voice-notes.fixture.ts";
import { pruneNotes } from "./voice-store.ts";

const { world, sound, onDay, onNote, raw, noteOf, add, addToDay, list, listOfDay } = voiceWorld();
/** Until a call waits for a lock. */
const waiting = () =>
  soon(async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`.execute(world.is.app.database.db);
    expect(rows).not.toEqual([]);
  });
const file = (path: string, by: Person, headers: Record<string, string> = {}) =>
  fetch(new URL(path, world.is.app.origin), { headers: { cookie: by.client.cookie(), ...headers } });

describe("a voice note on a snag", () => {
  it("is measured, stored so that browsers can seek in it, and played by those who see the snag", async () => {
    const { viewer, editor } = world.is;
    const { id } = await world.pin();
    const note = await add(id, viewer, { recorded_at: "2026-03-18T08:00:00+03:00" });
    expect(note).toMatchObject({
      id_snag: id,
      id_entry: null,
      type: "audio/webm",
      recorded_at: "2026-03-18T05:00:00.000Z",
      author: { id_user: viewer.id },
      transcript: { state: "none", text: "", problem: null },
      can: { delete: true, transcribe: false },
    });
    expect(note.seconds).toBeCloseTo(2, 1);
    const reply = await file(note.url, editor, { range: "bytes=0-3" });
    expect(reply.status).toBe(206);
    expect(reply.headers.get("content-type")).toBe("audio/webm");
    expect([...new Uint8Array(await reply.arrayBuffer())]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
    const [shown] = await list(id, editor);
    expect(shown?.url).not.toBe(note.url);
    const steps = await world.steps(id);
    expect(steps[0]).toMatchObject({ action: "voice_added", author: { id_user: viewer.id } });
    expect((await bell(world.is.owner))[0]).toMatchObject({ kind: "snag", link: `/snags/${id}` });
  });

  it("is the same note however often its guid is sent, also at the same moment", async () => {
    const { id } = await world.pin();
    const guid = "6f1c1f3e-3c55-4f0a-9a56-0f2f4b4f7a01";
    const notes = await Promise.all([add(id, undefined, { guid }), add(id, undefined, { guid })]);
    notes.push(await add(id, undefined, { guid }));
    expect(new Set(notes.map((note) => note.id)).size).toBe(1);
    expect(await list(id)).toHaveLength(1);
    const foreign = await raw(id, undefined, world.is.editor, { guid });
    expect(foreign).toMatchObject({ status: 422, body: { errors: { guid: ["voice_notes.guid_taken"] } } });
  });

  it("is refused like any other when its snag is deleted while it is checked", async () => {
    const { id } = await world.pin();
    const reply = await world.is.app.database.db.transaction().execute(async (trx) => {
      await trx.deleteFrom("snags").where("id", "=", id).execute();
      const sent = raw(id);
      await waiting();
      return () => sent;
    });
    expect(await reply()).toMatchObject({ status: 404 });
  });

  it("never keeps its snag from being deleted", async () => {
    const { id } = await world.pin();
    const note = await add(id);
    const reply = await world.is.app.database.db.transaction().execute(async (trx) => {
      await trx.selectFrom("snags").select("id").where("id", "=", id).forUpdate().execute();
      const sent = world.is.owner.client.raw("DELETE /api/annotations/{id}/voice-notes/{note}", {
        params: { id, note: note.id },
      });
      await waiting();
      await trx.deleteFrom("snags").where("id", "=", id).execute();
      return () => sent;
    });
    expect(await reply()).toMatchObject({ status: 404 });
  });

  it("refuses what is no sound", async () => {
    const { id } = await world.pin();
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#123" } })
      .png()
      .toBuffer();
    const silent = clip((nodes) => {
      const moov = nodes.find(({ type }) => type === "moov");
      moov?.inside?.splice(
        moov.inside.findLastIndex(({ type }) => type === "trak"),
        1,
      );
    });
    for (const [bytes, code] of [
      [Buffer.alloc(0), "FILE_EMPTY"],
      [picture, "VOICE_TYPE"],
      [Buffer.from("<script>alert(1)</script>"), "VOICE_TYPE"],
      [Buffer.concat([sound().subarray(0, 40), Buffer.alloc(4000, 7)]), "VOICE_UNREADABLE"],
      [silent, "VOICE_UNREADABLE"],
      [wav(voiceLimits.seconds + 10), "VOICE_DURATION"],
    ] as const) {
      const reply = await raw(id, bytes);
      expect({ status: reply.status, code: (reply.body as { code?: string }).code }).toEqual({
        status: 422,
        code,
      });
    }
    expect(await list(id)).toEqual([]);
    const kept = await add(id);
    expect(kept.bytes).toBeGreaterThan(1000);
    // Sound of other types is stored as AAC.
    expect(noteOf(await raw(id, wav(1)))).toMatchObject({ type: "audio/mp4" });
  });

  it("is added by those who comment, deleted by its author and by editors, and restored within a day", async () => {
    const { viewer, editor, stranger, trade } = world.is;
    const { id } = await world.pin();
    // Sound of its own: an object of the store is heard by everyone who may hear one of its notes.
    const note = noteOf(await raw(id, wav(2), viewer));
    const other = await add(id, editor);
    const at = { params: { id, note: other.id } };
    const remove = "DELETE /api/annotations/{id}/voice-notes/{note}" as const;
    expect(await viewer.client.refused(remove, at)).toMatchObject({ code: "SNAG_EDIT_DENIED" });
    expect((await raw(id, undefined, stranger)).status).toBe(404);
    expect((await raw(id, undefined, trade)).status).toBe(404);
    await viewer.client.call(remove, { params: { id, note: note.id } });
    expect((await list(id)).map((one) => one.id)).toEqual([other.id]);
    // A deleted note is not played; this address was not used before, so no earlier answer is remembered.
    expect((await file(note.url, viewer)).status).toBe(404);
    const restore = "POST /api/annotations/{id}/voice-notes/{note}/restore" as const;
    await viewer.client.call(restore, { params: { id, note: note.id } });
    expect(await list(id)).toHaveLength(2);
    await editor.client.call(remove, { params: { id, note: note.id } });
    await pruneNotes(world.is.app.database.db, new Date(Date.now() + 25 * 3_600_000));
    expect(await editor.client.refused(restore, { params: { id, note: note.id } })).toMatchObject({
      status: 404,
    });
    // A note of another snag does not exist here.
    const { id: elsewhere } = await world.pin();
    expect(await editor.client.refused(remove, { params: { id: elsewhere, note: other.id } })).toMatchObject({
      status: 404,
    });
  });

  it("is limited in number, counts towards the payer's storage, and goes with its snag", async () => {
    const { id_project, owner, app } = world.is;
    const { db } = app.database;
    const { id } = await world.pin();
    const used = async () =>
      (await db.selectFrom("usage_months").select("bytes").where("id_user", "=", owner.id).executeTakeFirst())
        ?.bytes ?? 0;
    const before = await used();
    const note = await add(id);
    expect((await used()) - before).toBe(note.bytes);
    const rows = Array.from({ length: voiceLimits.notes - 1 }, () => ({
      id_project,
      id_snag: id,
      id_entry: null,
      id_user: owner.id,
      key: "voice/aa/x.weba",
      bytes: 1,
      seconds: 1,
      came_sha256: "",
      came_name: "",
      recorded_at: null,
      deleted_at: null,
    }));
    await db.insertInto("voice_notes").values(rows).execute();
    expect(await raw(id)).toMatchObject({ status: 422, body: { code: "VOICE_NOTES_FULL" } });
    await owner.client.call("DELETE /api/annotations/{id}", { params: { id } });
    expect(await db.selectFrom("voice_notes").select("id").where("id_snag", "=", id).execute()).toEqual([]);
  });

  it("is named in the BCF file, the project export and the PDF, and imported as no second comment", async () => {
    const { owner, id_project } = world.is;
    const { id, guid } = await world.pin({ title: "Open sleeve" });
    const note = await add(id);
    const download = async (path: string) => new Uint8Array(await (await file(path, owner)).arrayBuffer());
    const bcf = await download(`/api/annotations/report/bcf?id_project=${id_project}&version=2.1&ids=${id}`);
    const markup = (await unzip(bcf)).get(`${guid}/markup.bcf`)?.bytes.toString() ?? "";
    expect(markup).toContain(`Guid="${note.guid}"`);
    expect(markup).toMatch(new RegExp(`Voice note, 0:02: https?://\\S+/snags/${id}`));
    const reply = await owner.client.upload(
      "POST /api/annotations/import",
      { id_project: String(id_project) },
      { file: { name: "snags.bcf", bytes: bcf } },
    );
    expect(reply.status).toBe(200);
    expect(await owner.client.call("GET /api/annotations/{id}/comments", { params: { id } })).toEqual([]);
    const pdf = await download(`/api/annotations/report/pdf?id_project=${id_project}&ids=${id}`);
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe("%PDF-");
    const zip = await unzip(await download(`/api/projects/export/${id_project}`));
    const { voice_notes } = JSON.parse(zip.get("project.json")?.bytes.toString() ?? "{}") as {
      voice_notes: { guid: string; file: string; seconds: number }[];
    };
    const exported = voice_notes.find((one) => one.guid === note.guid);
    expect(exported?.file).toMatch(/^voice\/\d{3} Open sleeve \d+\.weba$/);
    expect(zip.get(exported?.file ?? "")?.bytes.length).toBe(note.bytes);
  });
});

describe("a voice note in the site diary", () => {
  it("belongs to the author's draft, is heard by readers, and stays with the closed entry", async () => {
    const { editor, viewer, owner, id_project } = world.is;
    const note = await addToDay();
    expect(note).toMatchObject({ id_snag: null, can: { delete: true } });
    const [heard] = await listOfDay(viewer);
    expect(heard).toMatchObject({ id: note.id, can: { delete: false, decide: false } });
    expect((await file(heard?.url ?? "", viewer)).status).toBe(200);
    const remove = "DELETE /api/projects/{id}/diary/{day}/voice-notes/{note}" as const;
    expect(await owner.client.refused(remove, onNote(note.id))).toMatchObject({ status: 404 });
    await editor.client.call(remove, onNote(note.id));
    expect(await listOfDay()).toEqual([]);
    await editor.client.call(
      "POST /api/projects/{id}/diary/{day}/voice-notes/{note}/restore",
      onNote(note.id),
    );
    await editor.client.call("PUT /api/projects/{id}/diary/{day}", { ...onDay(), body: { close: true } });
    expect(await editor.client.refused(remove, onNote(note.id))).toMatchObject({
      errors: { correction: ["diary.closed_entry"] },
    });
    const pdf = await file(`/api/projects/${id_project}/diary/${day}/pdf`, viewer);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    const log = await viewer.client.call("GET /api/projects/{id}/activity", {
      params: { id: id_project },
      query: {},
    });
    expect(log.items.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(["diary.voice_added", "diary.voice_deleted", "diary.voice_restored"]),
    );
  });
});

/** Silence of this many seconds at 8 kHz, 8 bits. */
function wav(seconds: number): Buffer {
  const samples = seconds * 8000;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + samples, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}
