import type { QueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { Snag, SnagPhoto } from "#contract/snags.ts";
import { quiet } from "#web/lib/client.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { upload } from "#web/lib/upload.ts";
import { sendOrKeep, tellKept } from "#web/shell/outbox/send-or-keep.ts";
import { snagPhoto } from "#web/shell/outbox/snag-acts.ts";
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
}

export const photoTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/** The snag of a photo, as the list of what waits on this device names it. */
export type AboutSnag = Pick<Snag, "id" | "number" | "title" | "id_project" | "project">;

/** Survives the panel: uploads are still there after another snag was opened. */
const uploads = createStore<readonly PhotoUpload[]>([]);
let last = 0;

const patch = (key: number, change: Partial<PhotoUpload>) =>
  uploads.set(uploads.get().map((one) => (one.key === key ? { ...one, ...change } : one)));

export const giveUpPhoto = (key: number): void => uploads.set(uploads.get().filter((one) => one.key !== key));

/** One after the other, for weak connections. Resolves whether all of them arrived or wait on this device. */
export async function sendPhotos(
  client: QueryClient,
  about: AboutSnag,
  kind: PhotoKind,
  files: readonly File[],
): Promise<boolean> {
  const fresh = files.map((file): PhotoUpload => {
    last += 1;
    return { key: last, snag: about.id, about, kind, file, state: "sending", share: 0 };
  });
  uploads.set([...uploads.get(), ...fresh]);
  let areAllSent = true;
  for (const one of fresh) areAllSent = (await send(client, one)) && areAllSent;
  return areAllSent;
}

export async function sendAgain(client: QueryClient, one: PhotoUpload): Promise<void> {
  patch(one.key, { state: "sending", share: 0 });
  await send(client, one);
}

async function send(client: QueryClient, { key, snag, about, kind, file }: PhotoUpload): Promise<boolean> {
  const payload = { snag: { id: snag }, title: `#${about.number} ${about.title}`, kind };
  const draft = { kind: snagPhoto, payload, file, project: about.id_project, projectName: about.project };
  try {
    const outcome = await sendOrKeep([draft], (guid) =>
      upload(
        "POST /api/annotations/{id}/photos",
        { params: { id: snag }, body: { kind, guid }, files: { file } },
        { ...quiet, onProgress: (share) => patch(key, { share }) },
      ),
    );
    giveUpPhoto(key);
    if (outcome.state === "sent") await keepSnag(client, outcome.result);
    else tellKept();
    return true;
  } catch {
    // No toast, as specified: the photo itself shows the failure, and a press retries.
    patch(key, { state: "failed" });
    return false;
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
