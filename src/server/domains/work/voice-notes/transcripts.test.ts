import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { VoiceNote } from "#contract/voice-notes.ts";
import type { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";
import { startTranscription, type TranscriptionService } from "#test/transcription-service/server.ts";
import type { Person } from "../snags/snags.fixture.ts";
import { day, voiceWorld } from "./voice-notes.fixture.ts";
import { portionsOf } from "./wire.ts";

const { world, onDay, add, addToDay, list, listOfDay } = voiceWorld();
let service: TranscriptionService;
let overseer: TestClient;
beforeAll(async () => {
  service = await startTranscription();
  overseer = await world.is.app.as(await world.is.app.user({ role: "super_admin" }));
});
afterAll(() => service.close());

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
