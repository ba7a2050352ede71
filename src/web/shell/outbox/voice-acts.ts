import { call, quiet } from "#web/lib/client.ts";
import type { ActKind } from "#web/lib/outbox/act.ts";
import { upload } from "#web/lib/upload.ts";
import { type AboutSnag, guidsOf, isAboutSnag, pathOf } from "./about-snag.ts";
import { isRecord } from "./new-snag-payload.ts";
import { sendPhoto } from "./send-photo.ts";

/** A voice note; the time of its capture is that of the recording. */
export const snagVoice: ActKind<AboutSnag> = {
  kind: "snag_voice",
  capture: "snag_voice",
  label: "offline.acts.snag_voice",
  isPayload: isAboutSnag,
  needs: ({ snag }) => guidsOf(snag),
  sets: () => null,
  async send(sending) {
    const { payload, capture, idOf, onShare, signal } = sending;
    const params = { id: idOf(payload.snag) };
    const options = { ...quiet, signal, onProgress: onShare };
    const note = await sendPhoto(sending, (way) =>
      "file" in way
        ? upload("POST /api/annotations/{id}/voice-notes", { params, body: capture, files: way }, options)
        : call("POST /api/annotations/{id}/voice-notes", { params, body: { ...capture, ...way } }, quiet),
    );
    return note.id;
  },
  summary: ({ title }) => title,
  path: ({ snag }) => pathOf(snag),
};

export interface DiaryVoicePayload {
  readonly day: string;
}

export const diaryVoice: ActKind<DiaryVoicePayload> = {
  kind: "diary_voice",
  capture: "diary_voice",
  label: "offline.acts.diary_voice",
  isPayload: (value): value is DiaryVoicePayload => isRecord(value) && typeof value["day"] === "string",
  needs: () => [],
  sets: () => null,
  async send(sending) {
    const { payload, project, capture, onShare, signal } = sending;
    const params = { id: project, day: payload.day };
    const options = { ...quiet, signal, onProgress: onShare };
    const route = "POST /api/projects/{id}/diary/{day}/voice-notes";
    const note = await sendPhoto(sending, (way) =>
      "file" in way
        ? upload(route, { params, body: capture, files: way }, options)
        : call(route, { params, body: { ...capture, ...way } }, quiet),
    );
    return note.id;
  },
  summary: ({ day }) => day,
  path: ({ day }, project) => `/diary/${project}_${day}`,
};
