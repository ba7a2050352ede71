import { createStore, type Store } from "#web/lib/store.ts";
import { announceCaptures, beforeSending } from "./announce.ts";
import {
  type Batch,
  endOf,
  fill,
  forgetFailure,
  isShownAlike,
  namesIn,
  newBatch,
  newTravel,
  nextOf,
  type PlannedRoom,
  picturesOf,
  retryFailed,
  type Travel,
  takeOver,
  type UploadState,
  viewOf,
} from "./batch.ts";
import { countOfOthers, KeptRecords, leftOf, ownBatches } from "./kept-records.ts";
import type { QueueParts } from "./queue-parts.ts";
import { type BatchRecord, type BatchSubject, type FilmPlan, nameOf, type PhotoPlan } from "./records.ts";

/**
 * Uploads pictures one at a time, in the walking order. A refused 360 photo stops its batch; a lost connection only
 * delays it. Pictures not yet uploaded resume after a reload, a crash or a sign-in of the same user.
 */
export class UploadQueue {
  readonly batches: Store<readonly Batch[]> = createStore<readonly Batch[]>([]);
  /** Number of files of other users of this device. */
  readonly others = createStore(0);
  readonly #parts: QueueParts;
  readonly #travels = new Map<string, Travel>();
  readonly #kept: KeptRecords;
  #user: number | null = null;
  #running: { batch: string; key: string; stop: AbortController } | null = null;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.#kept = new KeptRecords(parts.shelf, this.#travels, () => this.#user !== null);
  }

  /** Starts the queue for this user and resumes their unfinished uploads. */
  async start(user: number): Promise<void> {
    if (this.#user === user) return;
    this.stop();
    this.#user = user;
    const records = await this.#kept.load();
    if (this.#user === user) this.others.set(countOfOthers(records, user));
    for (const record of ownBatches(records, user))
      if (this.#user === user && !this.#travels.has(record.id)) this.#adopt(record);
    this.#refresh();
  }

  /** No user is signed in: nothing is sent or shown. Stored uploads are kept for their owner. */
  stop(): void {
    this.#user = null;
    this.#running?.stop.abort();
    for (const { release } of this.#travels.values()) release();
    this.#travels.clear();
    this.#show();
  }

  /** The user signs out explicitly: a shared device must keep nothing of theirs. */
  async forgetAll(user: number): Promise<void> {
    if (this.#user === user) this.stop();
    await this.#kept.forgetOf(user);
  }

  /** Adds pictures of a visit to the queue. Returns the batch's id. */
  add(visit: NonNullable<BatchRecord["visit"]>, isNewVisit: boolean, rooms: readonly PlannedRoom[]): string {
    return this.#begin({ visit, isNewVisit }, rooms);
  }

  /** Adds a video file; the video is created once the file has arrived. Returns the batch's id. */
  addFilm(film: FilmPlan, file: File): string {
    return this.#begin({ visit: null, film, isNewVisit: false }, [{ key: "film", name: film.title, file }]);
  }

  /** Adds photos of a project to the queue, by their guids: a refused one does not stop the others. */
  addPhotos(photos: PhotoPlan, files: readonly PlannedRoom[]): string {
    return this.#begin({ visit: null, photos, isNewVisit: false }, files);
  }

  /** Changes the details of a video that is uploading or was refused; parts that have arrived are not sent again. */
  changeFilm(id: string, film: FilmPlan): void {
    const travel = this.#travels.get(id);
    if (travel?.record.film === undefined) return;
    travel.record = { ...travel.record, film };
    void this.#kept.put(travel.record);
    this.resume(id);
  }

  #begin(what: BatchSubject, files: readonly PlannedRoom[]): string {
    if (this.#user === null) void this.start(this.#parts.user() ?? 0);
    const record = newBatch(this.#user ?? 0, what, files.length);
    const pictures = picturesOf(record, files, this.#parts.clockOffset());
    const travel = this.#take(record, () => {
      travel.isMine = true;
      this.#go();
    });
    fill(travel, pictures);
    void this.#kept.putAll([record, ...pictures]).then((isSaved) => {
      travel.isSaved = isSaved;
      this.#show();
      return announceCaptures(travel, this.#parts, this.#kept);
    });
    this.#refresh();
    return record.id;
  }

  pause(id: string): void {
    const travel = this.#travels.get(id);
    if (travel?.phase !== "running") return;
    travel.phase = "paused";
    this.#keepPaused(travel, true);
    this.#halt(id);
  }

  /** Resumes after a pause, or retries what failed. */
  resume(id: string): void {
    const travel = this.#travels.get(id);
    if (travel === undefined || travel.phase === "done") return;
    retryFailed(travel);
    this.#keepPaused(travel, false);
    this.#refresh();
  }

  /** Continues without the failed pictures. */
  skipFailed(id: string): void {
    for (const [key, { state }] of this.#travels.get(id)?.pictures ?? [])
      if (state.kind === "failed") this.remove(id, key);
    this.resume(id);
  }

  /** Removes one picture that has not arrived. */
  remove(id: string, key: string): void {
    const travel = this.#travels.get(id);
    const picture = travel?.pictures.get(key);
    if (travel === undefined || picture === undefined || picture.state.kind === "done") return;
    travel.pictures.delete(key);
    travel.record = { ...travel.record, total: travel.record.total - 1 };
    void this.#kept.remove([nameOf(picture.record)]);
    void this.#kept.put(travel.record);
    if (this.#running?.key === key) this.#halt(id);
    if (travel.phase === "stopped" && picture.state.kind === "failed") forgetFailure(travel, "paused");
    this.#finishIfDone(travel);
    this.#refresh();
  }

  /** Removes everything of a batch that has not arrived. */
  removeAll(id: string): void {
    const travel = this.#travels.get(id);
    if (travel === undefined) return;
    travel.phase = "paused";
    this.#halt(id);
    this.#drop(travel);
    this.#refresh();
  }

  #refresh(): void {
    this.#show();
    this.#go();
  }

  #halt(id: string): void {
    if (this.#running?.batch === id) this.#running.stop.abort();
    this.#show();
  }

  #take(record: BatchRecord, mine: () => void): Travel {
    const travel = newTravel(record);
    this.#travels.set(record.id, travel);
    travel.release = this.#parts.claim(record.id, mine);
    return travel;
  }

  /** Takes over an earlier page's batch, once no other page sends it. What cannot be read is left to the next page. */
  #adopt(record: BatchRecord): void {
    const travel = this.#take(record, () => void this.#look(travel));
  }

  async #look(travel: Travel): Promise<void> {
    const records = await this.#parts.shelf.all().catch(() => null);
    if (this.#travels.get(travel.record.id) !== travel) return;
    const { now, left } = leftOf(records ?? [], travel.record.id);
    if (now === undefined || left.length === 0) this.#drop(travel, records === null ? [] : namesIn(travel));
    else takeOver(travel, now, left);
    this.#refresh();
  }

  #go(): void {
    if (this.#running !== null || this.#user === null) return;
    const next = nextOf(this.#travels.values());
    if (next === undefined) return;
    const { travel, key } = next;
    const stop = new AbortController();
    this.#running = { batch: travel.record.id, key, stop };
    void this.#carry(travel, key, stop.signal).finally(() => {
      this.#running = null;
      this.#refresh();
    });
  }

  async #carry(travel: Travel, key: string, signal: AbortSignal): Promise<void> {
    const set = (state: UploadState) => {
      const picture = travel.pictures.get(key);
      if (picture !== undefined) picture.state = state;
      this.#show();
    };
    let share = 0;
    for (let tried = 1; ; tried += 1) {
      const picture = travel.pictures.get(key);
      if (picture === undefined) return;
      if (!this.#parts.isSignedIn(travel.record.user)) return this.stop();
      set({ kind: "uploading", share, isHeldUp: false });
      try {
        await beforeSending(travel, key, { parts: this.#parts, kept: this.#kept, signal });
        await this.#parts.send(picture.record, travel.record, {
          signal,
          onShare: (now) => {
            if (signal.aborted) return;
            tried = 1;
            if (isShownAlike(now, share)) return;
            share = now;
            set({ kind: "uploading", share, isHeldUp: false });
          },
          onAddress: (address) => {
            picture.record = { ...picture.record, address };
            void this.#kept.put(picture.record);
          },
        });
        return this.#arrive(travel, key);
      } catch (error) {
        if (signal.aborted) return set({ kind: "waiting" });
        if (!this.#parts.isOfTheLine(error)) return this.#fail(travel, key, error);
        set({ kind: "uploading", share, isHeldUp: true });
        await this.#parts.untilWorthIt(tried, signal);
        if (signal.aborted) return set({ kind: "waiting" });
      }
    }
  }

  #arrive(travel: Travel, key: string): void {
    const picture = travel.pictures.get(key);
    if (picture === undefined) return;
    picture.state = { kind: "done" };
    travel.record = { ...travel.record, arrived: travel.record.arrived + 1 };
    // In this order a page that closes in between sends the picture once more: no second room, none lost.
    void this.#kept.put(travel.record).then(() => this.#kept.remove([nameOf(picture.record)]));
    this.#show();
    this.#parts.onArrived(viewOf(travel));
    this.#finishIfDone(travel);
  }

  #finishIfDone(travel: Travel): void {
    const end = endOf(travel);
    if (end === undefined) return;
    if (end !== null) return this.#halfway(travel, end);
    travel.phase = "done";
    this.#show();
    const shown = viewOf(travel);
    this.#drop(travel);
    if (shown.arrived > 0) this.#parts.onEnd(shown);
  }

  #fail(travel: Travel, key: string, error: unknown): void {
    const picture = travel.pictures.get(key);
    if (picture === undefined) return;
    const reason = this.#parts.explain(error, travel.record);
    picture.state = { kind: "failed", reason };
    travel.error = error;
    if (travel.record.photos === undefined) return this.#halfway(travel, reason);
    this.#finishIfDone(travel);
  }

  #halfway(travel: Travel, reason: string): void {
    travel.phase = "stopped";
    travel.reason = reason;
    this.#show();
    this.#parts.onEnd(viewOf(travel));
  }

  #drop(travel: Travel, names = namesIn(travel)): void {
    travel.release();
    this.#travels.delete(travel.record.id);
    void this.#kept.remove(names);
  }

  #keepPaused(travel: Travel, isPaused: boolean): void {
    if (travel.record.isPaused === isPaused) return;
    travel.record = { ...travel.record, isPaused };
    void this.#kept.put(travel.record);
  }

  #show(): void {
    this.batches.set([...this.#travels.values()].filter(({ isShown }) => isShown).map(viewOf));
  }
}
