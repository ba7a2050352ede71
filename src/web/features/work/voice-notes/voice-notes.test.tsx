import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { VoiceNote } from "#contract/voice-notes.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import type { Translate } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aSnag, listed } from "../snags/testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
const played: string[] = [];
let microphone: () => Promise<MediaStream>;

/** A recorder that hands over a piece at its start and at its end. */
class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => type.startsWith("audio/webm");
  readonly mimeType = "audio/webm;codecs=opus";
  state: RecordingState = "inactive";
  start(): void {
    this.state = "recording";
    this.dispatchEvent(new Event("start"));
    this.#give("begin");
  }
  pause(): void {
    this.state = "paused";
  }
  resume(): void {
    this.state = "recording";
  }
  stop(): void {
    this.state = "inactive";
    this.#give("end");
    this.dispatchEvent(new Event("stop"));
  }
  #give(text: string): void {
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob([text]) }));
  }
}

beforeEach(() => {
  microphone = () =>
    Promise.resolve({ getTracks: () => [{ stop: () => undefined }] } as unknown as MediaStream);
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  Object.defineProperty(navigator, "mediaDevices", {
    configurable: true,
    value: { getUserMedia: () => microphone() },
  });
  URL.createObjectURL = () => "blob:recording";
  URL.revokeObjectURL = () => undefined;
  HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement) {
    played.push(this.src);
    this.dispatchEvent(new Event("play"));
    return Promise.resolve();
  };
  HTMLMediaElement.prototype.pause = () => undefined;
  HTMLMediaElement.prototype.load = () => undefined;
});
afterEach(async () => {
  await opened?.close();
  vi.unstubAllGlobals();
  played.length = 0;
});

const aNote = (change: Partial<VoiceNote> = {}): VoiceNote => ({
  id: 5,
  guid: "0b3c2f0a-1111-4222-8333-444455556666",
  id_snag: 11,
  id_entry: null,
  author: { id_user: 1, name: "Site Office", code: "usr2345678", avatar: null },
  url: "/media/voice.weba",
  type: "audio/webm",
  bytes: 9000,
  seconds: 42,
  recorded_at: null,
  created_at: "2026-11-03T08:00:00.000Z",
  transcript: { state: "none", text: "", problem: null },
  can: { delete: true, decide: true, transcribe: true },
  ...change,
});

/** A server with a snag and its voice notes. */
function keeper(start: VoiceNote[]) {
  let notes = start;
  const set = (change: Partial<VoiceNote>) => {
    notes = notes.map((note) => ({ ...note, ...change }));
    return ok(notes[0]);
  };
  const answers: Answers = {
    ...projectAnswers([aProject()]),
    "GET /api/annotations": ({ query }) => ok(listed([aSnag()], query)),
    "GET /api/annotations/choices": () => ok({ people: [], trades: [] }),
    "GET /api/annotations/11": () => ok(aSnag()),
    "GET /api/annotations/{id}/comments": () => ok([]),
    "GET /api/maps/5": () => ok({ id: 5, name: "Ground floor", image: null }),
    "GET /api/annotations/11/voice-notes": () => ok(notes),
    "POST /api/annotations/11/voice-notes": () => {
      notes = [...notes, aNote({ id: 6 })];
      return ok(aNote({ id: 6 }));
    },
    "DELETE /api/annotations/11/voice-notes/5": () => {
      notes = [];
      return ok({});
    },
    "POST /api/annotations/11/voice-notes/5/restore": () => {
      notes = start;
      return ok(aNote());
    },
    "POST /api/annotations/11/voice-notes/5/transcription": () =>
      set({ transcript: { state: "waiting", text: "", problem: null } }),
    "PUT /api/annotations/11/voice-notes/5/transcript": ({ body }) =>
      set({ transcript: { state: "accepted", text: String(body["text"]), problem: null } }),
  };
  return { answers, set };
}

const wordsIn = (t: Translate) => ({
  region: t("voice_notes.title"),
  record: t("voice_notes.record"),
  stop: t("voice_notes.stop"),
  pause: t("voice_notes.pause"),
  resume: t("voice_notes.resume"),
  send: t("voice_notes.send"),
  discard: t("voice_notes.discard"),
  confirm: t("voice_notes.discard_confirm"),
  kept: new RegExp(t("voice_notes.kept")),
  denied: t("voice_notes.denied"),
  choose: t("voice_notes.choose"),
  play: t("voice_notes.player.play"),
  seek: t("voice_notes.player.seek"),
  none: t("voice_notes.none"),
  remove: t("voice_notes.delete", { name: "Site Office" }),
  download: t("voice_notes.download", { name: "Site Office" }),
  undo: t("common.undo"),
  restored: t("voice_notes.restored"),
  failed: t("voice_notes.transcript.problems.unreachable"),
  retry: t("voice_notes.transcript.retry"),
  waiting: t("voice_notes.transcript.waiting"),
  field: t("voice_notes.transcript.field"),
  draft: t("voice_notes.transcript.draft"),
  accept: t("voice_notes.transcript.accept_snag"),
  checked: t("voice_notes.transcript.checked"),
});

describe.each(["en", "ar"] as const)("voice notes on a snag in %s", (language) => {
  const it = inTurns(language);
  const t = wordsIn(says(language));
  const open = async (answers: Answers) => {
    opened = await openScreen("/snags/11?view=list", language, answers);
    const region = within(await screen.findByRole("region", { name: t.region }));
    return { ...opened, region };
  };

  it("are played at three speeds, deleted, and restored by undo", async () => {
    const { user, api, region } = await open(keeper([aNote()]).answers);
    await user.click(await region.findByRole("button", { name: t.play }));
    expect(played).toHaveLength(1);
    const speed = region.getByRole("button", {
      name: says(language)("voice_notes.player.speed", { speed: 1 }),
    });
    await user.click(speed);
    expect(speed.textContent).toContain("1.5");
    expect(region.getByRole("slider", { name: t.seek }).getAttribute("aria-valuetext")).toBe("0:00 / 0:42");
    expect(region.getByRole("link", { name: t.download }).getAttribute("href")).toBe("/media/voice.weba");
    await user.click(region.getByRole("button", { name: t.remove }));
    expect(await region.findByText(t.none)).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: t.undo }));
    expect(await region.findByRole("button", { name: t.play })).toBeTruthy();
    expect(api.calls("POST /api/annotations/11/voice-notes/5/restore")).toHaveLength(1);
  });

  it("are recorded, paused, finished, heard and sent with a guid", async () => {
    const { user, api, region } = await open(keeper([]).answers);
    await user.click(await region.findByRole("button", { name: t.record }));
    await user.click(await region.findByRole("button", { name: t.pause }));
    await user.click(await region.findByRole("button", { name: t.resume }));
    await user.click(region.getByRole("button", { name: t.stop }));
    await user.click(await region.findByRole("button", { name: t.play }));
    expect(played).toEqual(["blob:recording"]);
    await user.click(region.getByRole("button", { name: t.send }));
    await waitFor(() => expect(api.calls("POST /api/annotations/11/voice-notes")).toHaveLength(1));
    const [sent] = api.calls("POST /api/annotations/11/voice-notes");
    expect(sent?.body["guid"]).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(await region.findByRole("button", { name: t.record })).toBeTruthy();
  });

  it("stay when they cannot be sent, and are discarded only after a question", async () => {
    const { user, region } = await open({
      ...keeper([]).answers,
      "POST /api/annotations/11/voice-notes": () => refuse(422, "VOICE_UNREADABLE", "No sound."),
    });
    await user.click(await region.findByRole("button", { name: t.record }));
    await user.click(await region.findByRole("button", { name: t.stop }));
    await user.click(await region.findByRole("button", { name: t.send }));
    expect(await region.findByText(t.kept)).toBeTruthy();
    await user.click(region.getByRole("button", { name: t.discard }));
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: t.confirm }));
    expect(await region.findByRole("button", { name: t.record })).toBeTruthy();
  });

  it("record nothing when the microphone is allowed after the user has left", async () => {
    const allowed = Promise.withResolvers<MediaStream>();
    microphone = () => allowed.promise;
    const { user, region } = await open(keeper([]).answers);
    await user.click(await region.findByRole("button", { name: t.record }));
    await opened?.close();
    opened = undefined;
    let isOn = true;
    const track = { stop: () => (isOn = false) };
    const stream: unknown = { getTracks: () => [track] };
    await act(async () => allowed.resolve(stream as MediaStream));
    await waitFor(() => expect(isOn).toBe(false));
  });

  it("are chosen as a file where the microphone is not allowed", async () => {
    microphone = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    const { user, api, region } = await open(keeper([]).answers);
    await user.click(await region.findByRole("button", { name: t.record }));
    expect(await region.findByText(t.denied)).toBeTruthy();
    const [input] = document.querySelectorAll<HTMLInputElement>('input[accept^="audio"]');
    if (input === undefined) throw new Error("There is no way to choose a file.");
    const file = new File(["sound"], "memo.m4a", { type: "audio/mp4" });
    act(() => void fireEvent.change(input, { target: { files: [file] } }));
    await user.click(await region.findByRole("button", { name: t.send }));
    await waitFor(() => expect(api.calls("POST /api/annotations/11/voice-notes")).toHaveLength(1));
  });

  it("show a failed transcript with a retry, and a draft that is checked before it becomes a comment", async () => {
    const failed = { state: "failed", text: "", problem: "unreachable" } as const;
    const { answers, set } = keeper([aNote({ transcript: failed })]);
    const { user, api, region } = await open(answers);
    expect(await region.findByText(t.failed)).toBeTruthy();
    await user.click(region.getByRole("button", { name: t.retry }));
    expect(await region.findByText(t.waiting)).toBeTruthy();
    set({ transcript: { state: "ready", text: "The sleeve", problem: null } });
    const field = await region.findByRole("textbox", { name: t.field });
    expect(region.getByText(t.draft)).toBeTruthy();
    await user.type(field, " is missing");
    await user.click(region.getByRole("button", { name: t.accept }));
    await waitFor(() =>
      expect(api.calls("PUT /api/annotations/11/voice-notes/5/transcript").map(({ body }) => body)).toEqual([
        { decision: "accept", text: "The sleeve is missing" },
      ]),
    );
    expect(await region.findByText(t.checked)).toBeTruthy();
  });
});

test("voice notes without the right to comment are only played", async () => {
  const reader = { ...aSnag(), can: { view: true } };
  opened = await openScreen("/snags/11?view=list", "en", {
    ...keeper([aNote({ can: {}, transcript: { state: "ready", text: "Unchecked", problem: null } })]).answers,
    "GET /api/annotations/11": () => ok(reader),
  });
  const t = wordsIn(says("en"));
  const region = within(await screen.findByRole("region", { name: t.region }));
  expect(await region.findByRole("button", { name: t.play })).toBeTruthy();
  expect(region.getByText("Unchecked")).toBeTruthy();
  for (const name of [t.record, t.remove, t.accept])
    expect(region.queryByRole("button", { name })).toBeNull();
});
