import type { QueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { Snag, SnagPhoto } from "#contract/snags.ts";
import { quiet } from "#web/lib/client.ts";
import { captureOf } from "#web/lib/outbox/act.ts";
import { clockOffset } from "#web/lib/server-clock.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { upload } from "#web/lib/upload.ts";
import { aboutSnag } from "#web/shell/outbox/about-snag.ts";
import { notKept, sendOrKeep, tellKept } from "#web/shell/outbox/send-or-keep.ts";
import { snagPhoto } from "#web/shell/outbox/snag-acts.ts";
import type { PhotoOrigin } from "../new/new-snag.ts";
import { keepSnag } from "../snags.cache.ts";

export type PhotoKind = SnagPhoto["kind"];

/** A photo that is being uploaded. A failed one stays, so that nothing photographed on site is lost silently. */
export interface PhotoUpload {
  readonly key: number;
  readonly snag: number;
  readonly about: AboutSnag;
  readonly kind: PhotoKind;
  readonly file: File;
  readonly state: "sending" | "failed";
  /** 0 to 1. */
  readonly share: number;
  /** Why it failed, where a retry alone does not help. */
  readonly reason?: string | undefined;
  readonly origin?: PhotoOrigin | undefined;
  /** Called once none of the photos sent together is left. */
  readonly onSafe?: (() => void) | undefined;
}

export const photoTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/** The snag of a photo, as the list of what waits on this device names it. */
export type AboutSnag = Parameters<typeof aboutSnag>[0] & Pick<Snag, "id_project" | "project">;

/** Survives the panel: uploads are still there after another snag was opened. */
const uploads = createStore<readonly PhotoUpload[]>([]);
let last = 0;

const patch = (key: number, change: Partial<PhotoUpload>) =>
  uploads.set(uploads.get().map((one) => (one.key === key ? { ...one, ...change } : one)));

export const giveUpPhoto = (key: number): void => uploads.set(uploads.get().filter((one) => one.key !== key));

interface SendOptions {
  readonly origins?: ReadonlyMap<File, PhotoOrigin> | undefined;
  /** Called when all of them arrived or wait on this device, also after a retry. */
  readonly onSafe?: (() => void) | undefined;
}

/** One after the other, for weak connections. */
export async function sendPhotos(
  client: QueryClient,
  about: AboutSnag,
  kind: PhotoKind,
  files: readonly File[],
  { origins, onSafe }: SendOptions = {},
): Promise<void> {
  const fresh = files.map((file): PhotoUpload => {
    last += 1;
    const origin = origins?.get(file);
    return { key: last, snag: about.id, about, kind, file, state: "sending", share: 0, origin, onSafe };
  });
  uploads.set([...uploads.get(), ...fresh]);
  for (const one of fresh) await send(client, one);
}

export async function sendAgain(client: QueryClient, one: PhotoUpload): Promise<void> {
  patch(one.key, { state: "sending", share: 0, reason: undefined });
  await send(client, one);
}

async function send(client: QueryClient, one: PhotoUpload): Promise<void> {
  const { key, snag, about, kind, file, origin, onSafe } = one;
  const payload = { ...aboutSnag(about), kind };
  const made = origin && { guid: origin.guid, capturedAt: origin.capturedAt };
  const draft = {
    kind: snagPhoto,
    payload,
    file,
    project: about.id_project,
    projectName: about.project,
    ...made,
  };
  const capture = origin && captureOf({ ...origin, clockOffset: clockOffset() });
  try {
    const outcome = await sendOrKeep([draft], (guid) =>
      upload(
        "POST /api/annotations/{id}/photos",
        { params: { id: snag }, body: { kind, guid, ...capture }, files: { file } },
        { ...quiet, onProgress: (share) => patch(key, { share }) },
      ),
    );
    giveUpPhoto(key);
    if (onSafe && uploads.get().every((other) => other.onSafe !== onSafe)) onSafe();
    if (outcome.state === "sent") await keepSnag(client, outcome.result);
    else tellKept();
  } catch (error) {
    // No toast, as specified: the photo itself shows the failure, and a press retries.
    patch(key, { state: "failed", reason: notKept(error) ?? undefined });
  }
}

export function usePhotoUploads(snag: number, kind: PhotoKind): PhotoUpload[] {
  return useStore(uploads).filter((one) => one.snag === snag && one.kind === kind);
}

/** Images among dropped, pasted or picked files, within the size limit. */
export const picturesIn = (files: Iterable<File>): File[] =>
  [...files].filter(
    ({ type, size }) => photoTypes.some((known) => known === type) && size <= limits.snag.photo.bytes,
  );
