import type { DetailedError } from "tus-js-client";
import { limits } from "#contract/limits.ts";
import { ApiError, call, csrfToken, quiet, refreshToken, refusalOf, unreachable } from "#web/lib/client.ts";
import { captureOf as captureFields } from "#web/lib/outbox/act.ts";
import { touchActivity } from "#web/lib/shared-activity.ts";
import { upload } from "#web/lib/upload.ts";
import type { SendHooks } from "./queue-parts.ts";
import { type BatchRecord, type FilmPlan, guidOf, type PhotoPlan, type PictureRecord } from "./records.ts";

/** Uploads one file and creates the room or video from it. */
export function sendFile(file: PictureRecord, batch: BatchRecord, hooks: SendHooks): Promise<void> {
  if (batch.film !== undefined) return sendFilm(file, batch.film, hooks);
  if (batch.photos !== undefined) return sendPhoto(file, batch.photos, hooks);
  return sendPicture(file, batch.visit?.id ?? 0, hooks);
}

/**
 * Uploads one picture to its visit. A small one goes as one call: in parts it would take three. The server recognizes a
 * picture by its bytes, so a picture whose response was lost may be sent again. Larger ones go in parts and resume
 * where they stopped, and so does a small one once its call has failed: on a connection too unstable for it a second
 * call would fail, too.
 */
async function sendPicture(picture: PictureRecord, visit: number, hooks: SendHooks): Promise<void> {
  const { file, name } = picture;
  const { signal, onShare } = hooks;
  if (file.size <= limits.resumable.whole && picture.address === null) {
    const body = { id_visit: visit, name, ...captureOf(picture) };
    try {
      await upload("POST /api/rooms", { body, files: { file } }, { onProgress: onShare, signal, ...quiet });
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
    }
  }
  await sendThenFinish(picture, { id_visit: String(visit) }, hooks, (upload) =>
    call(
      "POST /api/rooms",
      { body: { id_visit: visit, name, upload, ...captureOf(picture) } },
      { ...quiet, signal },
    ),
  );
}

/**
 * Uploads a video file and creates a video from it. The duration is unlimited: there is no time-out, only the signal
 * ends it.
 */
export async function sendFilm(film: PictureRecord, plan: FilmPlan, hooks: SendHooks): Promise<void> {
  const { file } = film;
  const { signal, onShare } = hooks;
  const { thumbnail, metadata, is_protected, password, ...rest } = plan;
  const flag = (is: boolean) => (is ? 1 : 0);
  const body = {
    ...rest,
    is_public: flag(rest.is_public),
    is_protected: flag(is_protected),
    auto_play: flag(rest.auto_play),
    muted: flag(rest.muted),
    loop: flag(rest.loop),
    metadata: JSON.stringify(metadata),
    ...(is_protected && { password }),
  } as const;
  const still = thumbnail === null ? {} : { thumbnail };
  const options = { signal, ...quiet, timeout: 0 };
  if (file.size <= limits.resumable.whole) {
    await upload(
      "POST /api/three60videos",
      { body, files: { ...still, file } },
      { ...options, onProgress: onShare },
    );
    return;
  }
  const told = { id_project: String(plan.id_project), kind: "video" };
  await sendThenFinish(film, told, hooks, (reference) =>
    upload("POST /api/three60videos", { body: { ...body, upload: reference }, files: still }, options),
  );
}

/**
 * Uploads a photo to its project, a small one as one call. The server recognizes it by its guid, so it may be sent
 * again.
 */
async function sendPhoto(photo: PictureRecord, plan: PhotoPlan, hooks: SendHooks): Promise<void> {
  const { file } = photo;
  const { signal, onShare } = hooks;
  const params = { id: plan.id_project };
  const body = {
    ...captureOf(photo),
    guid: guidOf(photo),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(plan.id_room !== undefined && { id_room: plan.id_room }),
  };
  if (file.size <= limits.resumable.whole && photo.address === null) {
    try {
      const whole = { params, body, files: { file } };
      await upload("POST /api/projects/{id}/photos", whole, { onProgress: onShare, signal, ...quiet });
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
    }
  }
  const told = { id_project: String(plan.id_project), kind: "photo" };
  await sendThenFinish(photo, told, hooks, (reference) =>
    call(
      "POST /api/projects/{id}/photos",
      { params, body: { ...body, upload: reference } },
      { ...quiet, signal },
    ),
  );
}

/** The fields of its capture as the calls take them; none for a record of an earlier version. */
const captureOf = ({ capture }: Pick<PictureRecord, "capture">) =>
  capture === undefined ? {} : captureFields(capture);

/** A file and where its upload was begun. */
type Begun = Pick<PictureRecord, "file" | "address">;

/** Uploads in parts, then creates the result by the upload's reference. */
export async function sendThenFinish(
  picture: Begun,
  told: Readonly<Record<string, string>>,
  hooks: SendHooks,
  finish: (upload: string) => Promise<unknown>,
): Promise<void> {
  const referenceOf = (address: string) => address.slice(address.lastIndexOf("/") + 1);
  try {
    await finish(referenceOf(await sendParts(picture, told, picture.address, hooks)));
  } catch (error) {
    // The upload has expired, or belongs to another user: starts from the beginning, once.
    if (!(error instanceof ApiError) || error.code !== "UPLOAD_UNKNOWN") throw error;
    hooks.onAddress(null);
    await finish(referenceOf(await sendParts(picture, told, null, hooks)));
  }
}

/** Without it nothing is wrong with the file: it fails like a call that did not get through, and is tried again. */
const fetchProtocol = () =>
  import("tus-js-client").catch(() => {
    throw unreachable();
  });

/** Resolves with the upload's URL once the last part has been acknowledged. */
async function sendParts(
  { file }: Pick<Begun, "file">,
  told: Readonly<Record<string, string>>,
  address: string | null,
  { signal, onShare, onAddress }: SendHooks,
): Promise<string> {
  const { Upload } = await fetchProtocol();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const travel = new Upload(file, {
      endpoint: "/api/uploads",
      uploadUrl: address,
      chunkSize: limits.resumable.part,
      // Bridges a short break; a long one is left to the queue, which knows when the connection is back.
      retryDelays: [0, 1000, 3000],
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, ...told },
      onBeforeRequest: (request) => request.setHeader("x-csrf-token", csrfToken()),
      onAfterResponse: async (_, response) => {
        if (response.getStatus() === 419) await refreshToken();
      },
      onShouldRetry(error) {
        const status = error.originalResponse?.getStatus() ?? 0;
        return status === 0 || status === 408 || status === 409 || status === 419 || status === 423;
      },
      onUploadUrlAvailable() {
        if (travel.url !== null) onAddress(travel.url);
      },
      onProgress(sent, total) {
        // A hidden page has throttled timers; the upload itself counts as activity.
        touchActivity();
        onShare(total === 0 ? 0 : sent / total);
      },
      onSuccess: () => resolve(travel.url ?? ""),
      onError: (error) => reject(asRefusal(error)),
    });
    signal.addEventListener(
      "abort",
      () => {
        void travel.abort();
        reject(new DOMException("The upload was stopped.", "AbortError"));
      },
      { once: true },
    );
    travel.start();
  });
}

function asRefusal(error: Error | DetailedError): Error {
  const response = "originalResponse" in error ? error.originalResponse : null;
  if (response === null) return "originalRequest" in error ? unreachable() : error;
  const refusal = refusalOf(response.getStatus(), response.getBody());
  // The library's own requests do not detect an ended session: this check leads the user to sign in again.
  if (refusal.status === 401) void askWhoIsThere();
  return refusal;
}

const askWhoIsThere = () => call("GET /api/user").catch(() => null);

const passing = new Set([401, 419, 423, 429, 502, 503, 504]);

/**
 * Returns true for temporary failures: the network, a server that restarts or is under maintenance, or too many
 * requests.
 */
export function isOfTheLine(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.code === "UPLOAD_UNFINISHED" || passing.has(error.status);
}
