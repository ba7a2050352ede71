import type { DiaryFields } from "#contract/diary.ts";
import { call, quiet } from "#web/lib/client.ts";
import type { ActKind } from "#web/lib/outbox/act.ts";
import { upload } from "#web/lib/upload.ts";
import { joined } from "./joined.ts";
import { sendPhoto } from "./send-photo.ts";

const isOfDay = (value: unknown): value is { day: string } & Record<string, unknown> =>
  typeof value === "object" && value !== null && typeof (value as { day?: unknown }).day === "string";

/** A new entry of a day, or a change of its draft. */
export interface DiaryPayload {
  readonly day: string;
  /** Only the fields that were changed. */
  readonly value: Partial<DiaryFields>;
  /** The values of these fields with which the change began. */
  readonly from: Partial<DiaryFields>;
}

export const diaryChange: ActKind<DiaryPayload> = {
  kind: "diary_change",
  capture: "diary_change",
  label: "offline.acts.diary_change",
  isPayload: (value): value is DiaryPayload =>
    isOfDay(value) && typeof value["value"] === "object" && typeof value["from"] === "object",
  needs: () => [],
  // The form saves all its fields together.
  sets: ({ day }, project) => `diary ${project} ${day}`,
  async send({ payload: { day, value, from }, project, capture }) {
    const body = { ...value, from, ...capture };
    return (await call("PUT /api/projects/{id}/diary/{day}", { params: { id: project, day }, body }, quiet))
      .id;
  },
  rebase: (payload, now) => ({ ...payload, from: { ...payload.from, ...now } }),
  summary: ({ day, value }) => joined([day, value.work ?? value.notes ?? ""]),
  path: ({ day }, project) => `/diary/${project}_${day}`,
};

export interface DiaryPhotoPayload {
  readonly day: string;
}

export const diaryPhoto: ActKind<DiaryPhotoPayload> = {
  kind: "diary_photo",
  capture: "diary_photo",
  label: "offline.acts.diary_photo",
  isPayload: (value): value is DiaryPhotoPayload => isOfDay(value),
  needs: () => [],
  sets: () => null,
  async send(sending) {
    const { payload, project, capture, onShare, signal } = sending;
    const params = { id: project, day: payload.day };
    const options = { ...quiet, signal, onProgress: onShare };
    const entry = await sendPhoto(sending, (way) =>
      "file" in way
        ? upload("POST /api/projects/{id}/diary/{day}/photos", { params, body: capture, files: way }, options)
        : call("POST /api/projects/{id}/diary/{day}/photos", { params, body: { ...capture, ...way } }, quiet),
    );
    return entry.id;
  },
  summary: ({ day }) => day,
  path: ({ day }, project) => `/diary/${project}_${day}`,
};
