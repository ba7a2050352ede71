import type { BatchRecord, FilmPlan, PictureRecord } from "./records.ts";

export type UploadState =
  | { readonly kind: "waiting" }
  /** `isHeldUp`: there is no line at the moment; it goes on by itself. */
  | { readonly kind: "uploading"; readonly share: number; readonly isHeldUp: boolean }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly reason: string };

/** A picture that shall become a room. */
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

/** `stopped`: a picture failed and the rest waits for a word. */
export type BatchPhase = "running" | "paused" | "stopped" | "done";

export interface Batch {
  readonly id: string;
  readonly visit: BatchRecord["visit"];
  readonly film: FilmPlan | null;
  /** Of the visit, or of the video: what people call it. */
  readonly name: string;
  /** Where it is looked at. */
  readonly href: string;
  readonly isNewVisit: boolean;
  /** With those that had arrived before this page was opened. */
  readonly total: number;
  readonly arrived: number;
  readonly phase: BatchPhase;
  readonly pictures: readonly QueuedPicture[];
  /** Chosen, and gone with a page that ended before it could keep them: they must be chosen again. */
  readonly lost: number;
  /** Why it stopped, in words and as it was thrown. */
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
  /** Nobody else sends it. */
  isMine: boolean;
  /** Begun by this page, or taken over. */
  isShown: boolean;
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
  phase: record.isPaused ? "paused" : "running",
  release: () => undefined,
});

/** A batch of which nothing has arrived. */
export const newBatch = (
  user: number,
  what: Pick<BatchRecord, "visit" | "film" | "isNewVisit">,
  total: number,
): BatchRecord => ({
  kind: "batch",
  id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
  user,
  ...what,
  total,
  arrived: 0,
  isPaused: false,
  at: Date.now(),
});

export const picturesOf = (batch: string, files: readonly PlannedRoom[]): PictureRecord[] =>
  files.map(({ key, name, file }, order) => ({
    kind: "picture",
    key: `${batch} ${key}`,
    batch,
    order,
    name,
    file,
    address: null,
  }));

/** Puts pictures into a batch, all of them waiting. */
export function fill(travel: Travel, pictures: readonly PictureRecord[]): void {
  for (const record of pictures) travel.pictures.set(record.key, { record, state: { kind: "waiting" } });
}

/** Goes on with what an earlier page has left; what it could not keep any more is lost. */
export function takeOver(travel: Travel, record: BatchRecord, left: readonly PictureRecord[]): void {
  travel.lost = Math.max(0, record.total - record.arrived - left.length);
  travel.record = { ...record, total: record.arrived + left.length };
  travel.phase = record.isPaused ? "paused" : "running";
  fill(travel, left);
  travel.isMine = true;
  travel.isShown = true;
}

/** Goes on, or waits, without what it stopped for. */
export function forgetFailure(travel: Travel, phase: BatchPhase): void {
  travel.phase = phase;
  travel.reason = null;
  travel.error = null;
}

/** As screens see it. */
export function viewOf({ record, pictures, lost, phase, reason, error }: Travel): Batch {
  const { id, visit, film, isNewVisit, total, arrived } = record;
  return {
    id,
    visit,
    film: film ?? null,
    name: film?.title ?? visit?.name ?? "",
    href: film === undefined ? `/editvisit/${visit?.id ?? ""}` : `/videos/${film.id_project}`,
    isNewVisit,
    total,
    arrived,
    lost,
    phase,
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
 * What a bar shows that never falls back: a retry, or more pictures, leave it where it is until the share has caught
 * up. What begins after everything had arrived begins anew.
 */
export const furthest = (shown: number, share: number): number =>
  shown >= 1 ? share : Math.max(shown, share);

/** How much of a batch is there, 0 to 1, by number and the travelling one by its share. */
export function shareOf({ total, arrived, pictures }: Batch): number {
  const travelling = pictures.reduce(
    (sum, { state }) => sum + (state.kind === "uploading" ? state.share : 0),
    0,
  );
  return total === 0 ? 0 : Math.min(1, (arrived + travelling) / total);
}
