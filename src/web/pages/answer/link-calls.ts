import type { AnswerPage, AnswerSnag } from "#contract/crews.answers.ts";
import { ApiError, type Body, call, quiet } from "#web/lib/client.ts";
import { upload } from "#web/lib/upload.ts";
import type { KeptAnswer, KeptPhoto } from "./kept-answer.ts";

/** The calls of one link. */
export interface LinkCalls {
  load(): Promise<AnswerPage>;
  seen(snags: readonly number[]): Promise<unknown>;
  /** `onShare`: the share of the file that was sent, 0 to 1. */
  sendPhoto(snag: number, photo: KeptPhoto, onShare: (share: number) => void): Promise<unknown>;
  sendAnswer(answer: KeptAnswer): Promise<AnswerSnag>;
  sendCode(): Promise<unknown>;
  confirmCode(code: string): Promise<unknown>;
  renew(): Promise<unknown>;
  change(settings: Body<"PUT /api/answers/{code}/settings">): Promise<unknown>;
}

/** An answer as it is sent. */
export const answerBody = ({ guid, kind, text, photos, capturedAt, clockOffset }: KeptAnswer) => ({
  guid,
  kind,
  text,
  photos: photos.map((photo) => photo.guid),
  captured_at: capturedAt,
  ...(clockOffset != null && { clock_offset: clockOffset }),
});

export function linkCalls(code: string): LinkCalls {
  const params = { code };
  return {
    load: () => call("GET /api/answers/{code}", { params }, quiet),
    seen: (snags) =>
      call(
        "POST /api/answers/{code}/seen",
        { params, body: { snags: [...snags] } },
        { ...quiet, keepalive: true },
      ),
    sendPhoto: (snag, { guid, file }, onShare) =>
      upload(
        "POST /api/answers/{code}/snags/{snag}/photos",
        { params: { code, snag }, body: { guid }, files: { file } },
        { ...quiet, onProgress: onShare, timeout: 0 },
      ),
    sendAnswer: (answer) =>
      call(
        "POST /api/answers/{code}/snags/{snag}",
        { params: { code, snag: answer.snag }, body: answerBody(answer) },
        quiet,
      ),
    sendCode: () => call("POST /api/answers/{code}/device", { params, body: {} }, quiet),
    confirmCode: (device_code) =>
      call("POST /api/answers/{code}/device/confirm", { params, body: { device_code } }, quiet),
    renew: () => call("POST /api/answers/{code}/renew", { params, body: {} }, quiet),
    change: (settings) => call("PUT /api/answers/{code}/settings", { params, body: settings }, quiet),
  };
}

const temporary: ReadonlySet<unknown> = new Set(["CALL_RUNNING", "CALL_DONE", "RATE_LIMITED", 419, 423, 429]);

/**
 * The meaning of a failed call: `line`, nothing about the answer, so it is sent again; `ended`, the link no longer
 * works; `code`, this device must be confirmed; `refused`, the answer cannot be accepted as it is.
 */
export function verdictOf(error: unknown): "line" | "ended" | "code" | "refused" {
  if (!(error instanceof ApiError)) return "line";
  const { status, code } = error;
  if (code === "ANSWER_ENDED") return "ended";
  if (code === "ANSWER_DEVICE") return "code";
  if (status === 0 || status >= 500 || temporary.has(code) || temporary.has(status)) return "line";
  return "refused";
}
