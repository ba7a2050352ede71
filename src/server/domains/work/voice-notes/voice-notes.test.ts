import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type VoiceNote, voiceLimits } from "#contract/voice-notes.ts";
import type { TestClient } from "#test/client.ts";
import { clip } from "#test/clips.ts";
import { soon } from "#test/soon.ts";
import { startTranscription, type TranscriptionService } from "#test/transcription-service/server.ts";
import { unzip } from "#test/zip.ts";
import { bell, type Person, snagsWorld } from "../snags/snags.fixture.ts";
import { pruneNotes } from "./voice-store.ts";
import { portionsOf } from "./wire.ts";

const world = snagsWorld({
  clock: { now: () => new Date("2026-03-18T09:00:00Z") },
  environment: { ROLE: "all" },
});
let sound: Buffer;
let service: TranscriptionService;
let overseer: TestClient;
beforeAll(async () => {
  sound = await readFile(join(import.meta.dirname, "../../../../../test/media/voice.weba"));
  service = await startTranscription();
  overseer = await world.is.app.as(await world.is.app.user({ role: "super_admin" }));
});
afterAll(() => service.close());

const day = "2026-03-17";
const onDay = () => ({ params: { id: world.is.id_project, day } });
const onNote = (note: number) => ({ params: { id: world.is.id_project, day, note } });
const raw = (
  id: number,
  bytes: Uint8Array,
  by: Person = world.is.owner,
  fields: Record<string, string> = {},
) =>
  by.client.upload(
    "POST /api/annotations/{id}/voice-notes",
    fields,
    { file: { name: "voice.weba", bytes } },
    { params: { id } },
  );
const noteOf = ({ body }: { body: unknown }): VoiceNote => (body as { data: VoiceNote }).data;
const add = async (id: number, by?: Person, fields?: Record<string, string>): Promise<VoiceNote> => {
  const reply = await raw(id, sound, by, fields);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return noteOf(reply);
};
const addToDay = async (by: Person = world.is.editor) => {
  const reply = await by.client.upload(
    "POST /api/projects/{id}/diary/{day}/voice-notes",
    {},
    { file: { name: "voice.weba", bytes: sound } },
    onDay(),
  );
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return noteOf(reply);
};
const list = (id: number, by: Person = world.is.owner): Promise<VoiceNote[]> =>
  by.client.call("GET /api/annotations/{id}/voice-notes", { params: { id } });
const listOfDay = (by: Person = world.is.editor): Promise<VoiceNote[]> =>
  by.client.call("GET /api/projects/{id}/diary/{day}/voice-notes", onDay());
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
    const foreign = await raw(id, sound, world.is.editor, { guid });
    expect(foreign).toMatchObject({ status: 422, body: { errors: { guid: ["voice_notes.guid_taken"] } } });
  });

  it("is refused like any other when its snag is deleted while it is checked", async () => {
    const { id } = await world.pin();
    const reply = await world.is.app.database.db.transaction().execute(async (trx) => {
      await trx.deleteFrom("snags").where("id", "=", id).execute();
      const sent = raw(id, sound);
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
      [Buffer.concat([sound.subarray(0, 40), Buffer.alloc(4000, 7)]), "VOICE_UNREADABLE"],
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
    expect((await raw(id, sound, stranger)).status).toBe(404);
    expect((await raw(id, sound, trade)).status).toBe(404);
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
    expect(await raw(id, sound)).toMatchObject({ status: 422, body: { code: "VOICE_NOTES_FULL" } });
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

describe("the transcript of a voice note", () => {
  const choose = (transcription_url: string, more: object = {}) =>
    overseer.call("PUT /api/settings", { body: { transcription_url, ...more } });
  const settled = (id: number, state: string) =>
    soon(async () => {
      const notes = await list(id);
      const note = notes.at(-1);
      expect(note?.transcript.state).toBe(state);
      return note as VoiceNote;
    });
  const request = (id: number, note: number) =>
    world.is.owner.client.call("POST /api/annotations/{id}/voice-notes/{note}/transcription", {
      params: { id, note },
    });
  const decide = (id: number, note: number, body: object, by: Person = world.is.owner) =>
    by.client.raw("PUT /api/annotations/{id}/voice-notes/{note}/transcript", { params: { id, note }, body });

  it("is not requested while the settings name no service", async () => {
    const { id } = await world.pin();
    const note = await add(id);
    expect(
      await world.is.owner.client.refused("POST /api/annotations/{id}/voice-notes/{note}/transcription", {
        params: { id, note: note.id },
      }),
    ).toMatchObject({ errors: { transcript: ["voice_notes.service_off"] } });
    expect(service.asked).toEqual([]);
  });

  it("is a draft that a person checks and adds as a comment, or dismisses", async () => {
    service.token = "a-secret-of-the-site";
    await choose(service.address, {
      transcription_language: "ar",
      transcription_token: "a-secret-of-the-site",
    });
    try {
      const { id } = await world.pin();
      await add(id);
      const note = await settled(id, "ready");
      expect(service.faults).toEqual([]);
      expect(service.asked.at(-1)).toMatchObject({ language: "ar", type: "audio/webm", bytes: note.bytes });
      expect(note.transcript.text).toBe("The sleeve is missing.");
      expect((await decide(id, note.id, { decision: "accept" })).status).toBe(422);
      const text = "The sleeve behind the door is missing.";
      expect((await decide(id, note.id, { decision: "accept", text })).status).toBe(200);
      const comments = await world.is.owner.client.call("GET /api/annotations/{id}/comments", {
        params: { id },
      });
      expect(comments).toMatchObject([{ text }]);
      expect((await decide(id, note.id, { decision: "dismiss" })).status).toBe(409);
      await add(id);
      const second = await settled(id, "ready");
      expect((await decide(id, second.id, { decision: "dismiss" })).status).toBe(200);
      expect((await list(id)).at(-1)?.transcript).toEqual({ state: "dismissed", text: "", problem: null });
    } finally {
      await choose("", { transcription_language: "", transcription_token: null });
      service.token = "";
    }
  });

  it("says what failed, and is requested again", async () => {
    await choose(service.address);
    try {
      const { id } = await world.pin();
      const { id: note } = await add(id);
      await settled(id, "ready");
      expect((await decide(id, note, { decision: "dismiss" })).status).toBe(200);
      for (const [mood, problem] of [
        ["refusing", "refused"],
        ["html", "unreadable"],
        ["redirecting", "refused"],
      ] as const) {
        service.mood = mood;
        await request(id, note);
        expect((await settled(id, "failed")).transcript.problem).toBe(problem);
      }
      service.mood = "well";
      service.token = "another";
      await request(id, note);
      expect((await settled(id, "failed")).transcript.problem).toBe("denied");
      service.token = "";
      service.text = " ";
      await request(id, note);
      expect((await settled(id, "failed")).transcript.problem).toBe("empty");
      service.text = "The sleeve is missing.";
      // A busy service is asked again.
      service.mood = "busy";
      const before = service.asked.length;
      await request(id, note);
      await soon(() => expect(service.asked.length).toBeGreaterThan(before));
      service.mood = "well";
      await settled(id, "ready");
      expect(service.faults).toEqual([]);
    } finally {
      service.mood = "well";
      await choose("");
    }
  });

  it("is added to the notes of the diary entry, of a closed one as a correction", async () => {
    await choose(service.address);
    const { viewer } = world.is;
    const by = await world.member("editor");
    const ready = async () => (await listOfDay(by)).find(({ transcript }) => transcript.state === "ready");
    const put = (note: number, body: object) =>
      by.client.raw("PUT /api/projects/{id}/diary/{day}/voice-notes/{note}/transcript", {
        params: { id: world.is.id_project, day, note },
        body,
      });
    const notesOf = async () => {
      const { entries } = await viewer.client.call("GET /api/projects/{id}/diary/{day}", {
        params: { id: world.is.id_project, day },
      });
      return entries.find(({ author }: { author: { id_user: number } | null }) => author?.id_user === by.id);
    };
    try {
      for (const _ of [1, 2]) {
        await addToDay(by);
        await soon(async () => expect(await ready()).toBeDefined());
        const note = await ready();
        const correction = (await notesOf())?.closed_at === null ? {} : { correction: "Heard again" };
        const reply = await put(note?.id ?? 0, { decision: "accept", text: "Rain at noon", ...correction });
        expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      }
      expect(await notesOf()).toMatchObject({ notes: "Rain at noon\n\nRain at noon" });
      await addToDay(by);
      await soon(async () => expect(await ready()).toBeDefined());
      await by.client.call("PUT /api/projects/{id}/diary/{day}", { ...onDay(), body: { close: true } });
      const last = (await ready())?.id ?? 0;
      expect(await put(last, { decision: "accept", text: "Late" })).toMatchObject({
        body: { errors: { correction: ["diary.correction_required"] } },
      });
      expect((await put(last, { decision: "accept", text: "Late", correction: "Heard again" })).status).toBe(
        200,
      );
      expect((await notesOf())?.corrections).toMatchObject([{ reason: "Heard again" }]);
    } finally {
      await choose("");
    }
  });

  it("has a connection test that sends silence, and an address policy", async () => {
    const test = () =>
      overseer.call("POST /api/settings/test-connection", { body: { service: "transcription" } });
    expect(await test()).toMatchObject({ ok: false });
    await choose(service.address);
    try {
      expect(await test()).toMatchObject({ ok: true });
      expect(service.asked.at(-1)).toMatchObject({ type: "audio/wav" });
      service.mood = "endless";
      expect(await test()).toMatchObject({ ok: false });
      await choose("http://169.254.169.254/latest");
      expect(await test()).toMatchObject({ ok: false, detail: expect.stringContaining("not allowed") });
    } finally {
      service.mood = "well";
      await choose("");
    }
  });
});

describe("a long transcript", () => {
  it("is split between words into portions of a comment's length", () => {
    const text = `${"word ".repeat(30)}end`;
    const portions = portionsOf(text, 50);
    expect(portions.every((portion) => portion.length <= 50)).toBe(true);
    expect(portions.join(" ").replaceAll(/\s+/g, " ")).toBe(text);
    expect(portionsOf("short", 50)).toEqual(["short"]);
    expect(portionsOf("x".repeat(120), 50)).toHaveLength(3);
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
