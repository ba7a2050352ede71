import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect } from "vitest";
import type { VoiceNote } from "#contract/voice-notes.ts";
import { type Person, snagsWorld } from "../snags/snags.fixture.ts";

export const day = "2026-03-17";

/** A project with snags and a diary, and the calls of voice notes on both. */
export function voiceWorld() {
  const world = snagsWorld({
    clock: { now: () => new Date("2026-03-18T09:00:00Z") },
    environment: { ROLE: "all" },
  });
  let sound: Buffer;
  beforeAll(async () => {
    sound = await readFile(join(import.meta.dirname, "../../../../../test/media/voice.weba"));
  });

  const onDay = () => ({ params: { id: world.is.id_project, day } });
  const onNote = (note: number) => ({ params: { id: world.is.id_project, day, note } });
  const raw = (
    id: number,
    bytes: Uint8Array = sound,
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
  return { world, sound: () => sound, onDay, onNote, raw, noteOf, add, addToDay, list, listOfDay };
}
