import type { Snag, SnagPhoto } from "#contract/snags.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import type { ActKind } from "#web/lib/outbox/act.ts";
import { upload } from "#web/lib/upload.ts";
import { type AboutSnag, guidsOf, isAboutSnag, nameOf, pathOf } from "./about-snag.ts";
import { joined } from "./joined.ts";
import { isNewSnagPayload, isRecord, type NewSnagPayload } from "./new-snag-payload.ts";
import { sendPhoto } from "./send-photo.ts";

export const newSnag: ActKind<NewSnagPayload> = {
  kind: "snag",
  capture: "snag",
  label: "offline.acts.snag",
  isPayload: isNewSnagPayload,
  needs: () => [],
  sets: () => null,
  async send({ payload: { fields, at }, capture }) {
    if ("id_sheet" in at) {
      const { id_sheet, x, y } = at;
      const body = { ...fields, x, y, ...capture };
      return (await call("POST /api/maps/{id}/annotations", { params: { id: id_sheet }, body }, quiet)).id;
    }
    return (await call("POST /api/annotations", { body: { ...fields, ...at, ...capture } }, quiet)).id;
  },
  summary: ({ fields, where }) => joined([fields.title, where]),
  path: () => "/snags",
};

export interface CommentPayload extends AboutSnag {
  readonly text: string;
}

export const snagComment: ActKind<CommentPayload> = {
  kind: "snag_comment",
  capture: "snag_comment",
  label: "offline.acts.snag_comment",
  isPayload: (value): value is CommentPayload => isAboutSnag(value) && typeof value["text"] === "string",
  needs: ({ snag }) => guidsOf(snag),
  sets: () => null,
  async send({ payload: { snag, text }, capture, idOf }) {
    const params = { id: idOf(snag) };
    return (await call("POST /api/annotations/{id}/comments", { params, body: { text, ...capture } }, quiet))
      .id;
  },
  summary: ({ title, text }) => joined([title, text]),
  path: ({ snag }) => pathOf(snag),
};

export interface PhotoPayload extends AboutSnag {
  readonly kind: SnagPhoto["kind"];
}

export const snagPhoto: ActKind<PhotoPayload> = {
  kind: "snag_photo",
  capture: "snag_photo",
  label: "offline.acts.snag_photo",
  isPayload: (value): value is PhotoPayload => isAboutSnag(value) && typeof value["kind"] === "string",
  needs: ({ snag }) => guidsOf(snag),
  sets: () => null,
  async send(sending) {
    const { payload, capture, idOf, onShare, signal } = sending;
    const params = { id: idOf(payload.snag) };
    const body = { kind: payload.kind, ...capture };
    const options = { ...quiet, signal, onProgress: onShare };
    await sendPhoto(sending, (way) =>
      "file" in way
        ? upload("POST /api/annotations/{id}/photos", { params, body, files: way }, options)
        : call("POST /api/annotations/{id}/photos", { params, body: { ...body, ...way } }, quiet),
    );
    return params.id;
  },
  summary: ({ title }) => title,
  path: ({ snag }) => pathOf(snag),
};

/** Fields of a snag that one selection sets, as the server takes them. */
type Values = Pick<
  Body<"PUT /api/annotations/{id}">,
  | "status"
  | "priority"
  | "trade"
  | "due_date"
  | "id_assignee"
  | "id_invitation"
  | "id_crew"
  | "title"
  | "text"
  | "id_sheet"
  | "x"
  | "y"
>;

export interface ChangePayload extends AboutSnag {
  /** Name of the field or group of fields: `status`, `assignee`, `place` … */
  readonly field: string;
  readonly value: Values;
  /** The values with which the change began. */
  readonly from: Values;
  /** The fields of the snag as they are displayed while the change waits. */
  readonly display: Partial<Snag>;
  /** The new value in readable form. */
  readonly shown: string;
}

export const snagChange: ActKind<ChangePayload> = {
  kind: "snag_change",
  capture: "snag_change",
  label: "offline.acts.snag_change",
  isPayload: (value): value is ChangePayload =>
    isAboutSnag(value) && isRecord(value["value"]) && isRecord(value["from"]),
  needs: ({ snag }) => guidsOf(snag),
  sets: ({ snag, field }) => `snag ${nameOf(snag)} ${field}`,
  async send({ payload: { snag, value, from }, capture, idOf }) {
    const body = { ...value, from, ...capture };
    return (await call("PUT /api/annotations/{id}", { params: { id: idOf(snag) }, body }, quiet)).id;
  },
  rebase: (payload, now) => ({ ...payload, from: now }),
  summary: ({ title, shown }) => joined([title, shown]),
  path: ({ snag }) => pathOf(snag),
};
