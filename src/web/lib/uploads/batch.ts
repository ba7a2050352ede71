import { newGuid } from "#web/lib/outbox/make-act.ts";
import {
  type BatchRecord,
  type BatchSubject,
  type FilmPlan,
  nameOf,
  type PhotoPlan,
  type PictureRecord,
} from "./records.ts";

export type UploadState =
  | { readonly kind: "waiting" }
  /** `isHeldUp`: offline at the moment; the upload resumes by itself. */
  | { readonly kind: "uploading"; readonly share: number; readonly isHeldUp: boolean }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly reason: string };

/** A picture that will become a room, or a photo of a project: then its key is a guid. */
export interface PlannedRoom {
  readonly key: string;
  readonly name: string;
  readonly file: File;
}

export interface QueuedPicture {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: UploadState;
}

/** `stopped`: a picture failed and the rest waits for a decision of the user. */
export type BatchPhase = "running" | "paused" | "stopped" | "done";

export interface Batch {
  readonly id: string;
  readonly visit: BatchRecord["visit"];
  readonly film: FilmPlan | null;
  readonly photos: PhotoPlan | null;
  /** Display name of the visit, the video, or the project of photos. */
  readonly name: string;
  /** URL of the page that shows it. */
  readonly href: string;
  readonly isNewVisit: boolean;
  /** Including those that had arrived before this page was opened. */
  readonly total: number;
  readonly arrived: number;
  readonly phase: BatchPhase;
  /** Everything of it is stored on this device, and survives the page. */
  readonly isSaved: boolean;
  readonly pictures: readonly QueuedPicture[];
  /** Selected, but lost with a page that closed before it could store them: they must be selected again. */
  readonly lost: number;
  /** Why it stopped, as text and as the thrown error. */
  readonly reason: string | null;
  readonly error: unknown;
}

export interface Travel {
  record: BatchRecord;
  pictures: Map<string, { record: PictureRecord; state: UploadState }>;
  lost: number;
  phase: BatchPhase;
  reason: string | null;
  error: unknown;
  /** No other page sends it. */
  isMine: boolean;
  /** Started by this page, or taken over. */
  isShown: boolean;
  /** Everything of it is stored on this device. */
  isSaved: boolean;
  /** The announcement of its checksums that is under way, or the last one. */
  announcing: Promise<void>;
  release: () => void;
}

export const newTravel = (record: BatchRecord): Travel => ({
  record,
  pictures: new Map(),
  lost: 0,
  reason: null,
  error: null,
  isMine: false,
  isShown: false,
  isSaved: false,
  announcing: Promise.resolve(),
  phase: record.isPaused ? "paused" : "running",
  release: () => undefined,
});

/** A batch of which nothing has arrived. */
export const newBatch = (user: number, what: BatchSubject, total: number): BatchRecord => ({
  kind: "batch",
  id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
  user,
  ...what,
  total,
  arrived: 0,
  isPaused: false,
  at: Date.now(),
});

/** `clockOffset`: milliseconds to add to this device's clock for the server's; null while unknown. */
export const picturesOf = (
  { id: batch, film, photos }: BatchRecord,
  files: readonly PlannedRoom[],
  clockOffset: number | null,
): PictureRecord[] =>
  files.map(({ key, name, file }, order) => ({
    kind: "picture",
    key: `${batch} ${key}`,
    batch,
    order,
    name,
    file,
    address: null,
    ...(film === undefined && {
      capture: {
        guid: photos === undefined ? newGuid() : key,
        capturedAt: new Date().toISOString(),
        clockOffset,
        sha256: "",
        isAnnounced: false,
      },
    }),
  }));

/** Adds pictures to a batch, all of them waiting. */
export function fill(travel: Travel, pictures: readonly PictureRecord[]): void {
  for (const record of pictures) travel.pictures.set(record.key, { record, state: { kind: "waiting" } });
  travel.isShown = true;
}

/** Resumes the rest of an earlier page's batch; pictures that page could not store are lost. */
export function takeOver(travel: Travel, record: BatchRecord, left: readonly PictureRecord[]): void {
  travel.lost = Math.max(0, record.total - record.arrived - left.length);
  travel.record = { ...record, total: record.arrived + left.length };
  travel.phase = record.isPaused ? "paused" : "running";
  fill(travel, left);
  travel.isMine = true;
  travel.isSaved = true;
}

/**
 * Undefined while something still has to be sent, and for a batch that has ended or stopped; null when all has arrived,
 * else the reason of a failure. Only photos of a project go on after one.
 */
export function endOf({ pictures, phase }: Travel): string | null | undefined {
  const states = [...pictures.values()].map(({ state }) => state);
  if (phase === "done" || states.some(({ kind }) => kind === "waiting" || kind === "uploading"))
    return undefined;
  const failed = states.find((state) => state.kind === "failed");
  if (failed === undefined) return null;
  return phase === "running" ? failed.reason : undefined;
}

/** Names of its stored records. */
export const namesIn = ({ record, pictures }: Travel): string[] =>
  [record, ...[...pictures.values()].map((picture) => picture.record)].map(nameOf);

/** Resumes or waits, without the failure that stopped it. */
export function forgetFailure(travel: Travel, phase: BatchPhase): void {
  travel.phase = phase;
  travel.reason = null;
  travel.error = null;
}

/** Puts failed pictures back into the queue. */
export function retryFailed(travel: Travel): void {
  for (const picture of travel.pictures.values())
    if (picture.state.kind === "failed") picture.state = { kind: "waiting" };
  forgetFailure(travel, "running");
}

/** The next picture to be sent by this page. */
export function nextOf(travels: Iterable<Travel>): { travel: Travel; key: string } | undefined {
  for (const travel of travels) {
    if (travel.phase !== "running" || !travel.isMine) continue;
    const next = [...travel.pictures.values()].find(({ state }) => state.kind === "waiting");
    if (next !== undefined) return { travel, key: next.record.key };
  }
  return undefined;
}

/** Progress events arrive a hundred times a second; screens show whole percents only. */
export const isShownAlike = (share: number, shown: number): boolean =>
  share < 1 && Math.floor(share * 100) === Math.floor(shown * 100);

function hrefOf({ visit, film, photos }: BatchRecord): string {
  if (photos !== undefined) return `/photos/${photos.id_project}`;
  return film === undefined ? `/editvisit/${visit?.id ?? ""}` : `/videos/${film.id_project}`;
}

/** The view of a batch for screens. */
export function viewOf({ record, pictures, lost, phase, isSaved, reason, error }: Travel): Batch {
  const { id, visit, film, photos, isNewVisit, total, arrived } = record;
  return {
    id,
    visit,
    film: film ?? null,
    photos: photos ?? null,
    name: film?.title ?? photos?.project ?? visit?.name ?? "",
    href: hrefOf(record),
    isNewVisit,
    total,
    arrived,
    lost,
    phase,
    isSaved,
    reason,
    error,
    pictures: [...pictures.values()].map(({ record: { key, name, file }, state }) => ({
      key,
      name,
      state,
      bytes: file.size,
    })),
  };
}

/**
 * The value of a progress bar that never moves back: a retry, or more pictures, leave it unchanged until the share has
 * caught up. An upload that starts after everything had arrived starts from zero.
 */
export const furthest = (shown: number, share: number): number =>
  shown >= 1 ? share : Math.max(shown, share);

/** The fraction of a batch that has arrived, 0 to 1, by count and by the share of the one in transfer. */
export function shareOf({ total, arrived, pictures }: Batch): number {
  const travelling = pictures.reduce(
    (sum, { state }) => sum + (state.kind === "uploading" ? state.share : 0),
    0,
  );
  return total === 0 ? 0 : Math.min(1, (arrived + travelling) / total);
}
