import { createStore, type Store } from "#web/lib/store.ts";
import { type Batch, fill, type PlannedRoom, type Travel, type UploadState, viewOf } from "./batch.ts";
import {
  type BatchRecord,
  type FilmPlan,
  nameOf,
  type PictureRecord,
  type UploadRecord,
  type UploadShelf,
} from "./records.ts";

export interface SendHooks {
  readonly signal: AbortSignal;
  onShare(share: number): void;
  onAddress(address: string | null): void;
}

export interface QueueParts {
  readonly shelf: UploadShelf;
  /** Makes a room of a picture, or a video of a film; rejects when it was refused, did not arrive, or `signal` aborted. */
  send(picture: PictureRecord, batch: BatchRecord, hooks: SendHooks): Promise<void>;
  /** Whether a failure is of the line and passes, rather than of the picture. */
  isOfTheLine(error: unknown): boolean;
  /** Words for a failure. */
  explain(error: unknown, batch: BatchRecord): string;
  /** Resolves when it is worth trying again; `tried` counts from 1. */
  untilWorthIt(tried: number, signal: AbortSignal): Promise<void>;
  /** Calls `mine` once no other page of this browser sends this batch; returns what gives it up. */
  claim(batch: string, mine: () => void): () => void;
  onArrived(batch: Batch): void;
  /** Once per batch, and once per failure. */
  onEnd(batch: Batch): void;
}

/** Kept no longer, whoever it was of: the site has been walked again since. */
const keptFor = 7 * 24 * 3_600_000;

/**
 * Pictures on their way, batch by batch and one at a time, so that their order is the walking order and a slow line
 * carries one. The first that is refused stops its batch; a lost line stops nothing, it only makes it wait. What is
 * not there yet lies on the shelf and goes on after a reload, a crash or a sign-in of the same person.
 */
export class UploadQueue {
  readonly batches: Store<readonly Batch[]> = createStore<readonly Batch[]>([]);
  readonly #parts: QueueParts;
  readonly #travels = new Map<string, Travel>();
  #user: number | null = null;
  #running: { batch: string; key: string; stop: AbortController } | null = null;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** From here on for this person: what he left unfinished goes on. */
  async start(user: number): Promise<void> {
    if (this.#user === user) return;
    this.stop();
    this.#user = user;
    const records = await this.#parts.shelf.all().catch(() => []);
    const old = records.flatMap((record) =>
      record.kind === "batch" && record.at < Date.now() - keptFor ? [record.id] : [],
    );
    if (old.length > 0) void this.#forget(records, old);
    for (const record of records) {
      const isOurs = record.kind === "batch" && record.user === user && !old.includes(record.id);
      if (isOurs && this.#user === user && !this.#travels.has(record.id)) this.#adopt(record);
    }
    this.#show();
    this.#go();
  }

  /** Nobody is signed in any more: nothing is sent, nothing shown. What lies on the shelf stays for its owner. */
  stop(): void {
    this.#user = null;
    this.#running?.stop.abort();
    for (const { release } of this.#travels.values()) release();
    this.#travels.clear();
    this.#show();
  }

  /** He signs out on purpose: a device of the site shall hold nothing of him. */
  async forgetAll(user: number): Promise<void> {
    if (this.#user === user) this.stop();
    const records = await this.#parts.shelf.all();
    const his = records.flatMap((record) =>
      record.kind === "batch" && record.user === user ? [record.id] : [],
    );
    await this.#forget(records, his);
  }

  /** Puts pictures of a visit into the queue. Returns the batch's id. */
  add(visit: NonNullable<BatchRecord["visit"]>, isNewVisit: boolean, rooms: readonly PlannedRoom[]): string {
    return this.#begin({ visit, isNewVisit }, rooms);
  }

  /** Puts a film into the queue, of which a video is made once it has arrived. Returns the batch's id. */
  addFilm(film: FilmPlan, file: File): string {
    return this.#begin({ visit: null, film, isNewVisit: false }, [{ key: "film", name: film.title, file }]);
  }

  /** Another plan for a film that is on its way or was refused, and once more. What has arrived of it is not sent again. */
  changeFilm(id: string, film: FilmPlan): void {
    const travel = this.#travels.get(id);
    if (travel?.record.film === undefined) return;
    travel.record = { ...travel.record, film };
    void this.#put(travel.record);
    this.resume(id);
  }

  #begin(what: Pick<BatchRecord, "visit" | "film" | "isNewVisit">, files: readonly PlannedRoom[]): string {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    const record: BatchRecord = {
      kind: "batch",
      id,
      user: this.#user ?? 0,
      ...what,
      total: files.length,
      arrived: 0,
      isPaused: false,
      at: Date.now(),
    };
    const pictures = files.map(
      ({ key, name, file }, order): PictureRecord => ({
        kind: "picture",
        key: `${id} ${key}`,
        batch: id,
        order,
        name,
        file,
        address: null,
      }),
    );
    const travel = this.#take(record, () => {
      travel.isMine = true;
      this.#go();
    });
    travel.isShown = true;
    fill(travel, pictures);
    void this.#keep([record, ...pictures]);
    this.#show();
    this.#go();
    return id;
  }

  pause(id: string): void {
    const travel = this.#travels.get(id);
    if (travel?.phase !== "running") return;
    travel.phase = "paused";
    this.#keepPaused(travel, true);
    this.#halt(id);
  }

  /** Goes on after a pause, or tries again what failed. */
  resume(id: string): void {
    const travel = this.#travels.get(id);
    if (travel === undefined || travel.phase === "done") return;
    for (const picture of travel.pictures.values())
      if (picture.state.kind === "failed") picture.state = { kind: "waiting" };
    travel.phase = "running";
    travel.reason = null;
    travel.error = null;
    this.#keepPaused(travel, false);
    this.#show();
    this.#go();
  }

  /** Goes on without what failed. */
  skipFailed(id: string): void {
    const travel = this.#travels.get(id);
    for (const [key, { state }] of travel?.pictures ?? []) if (state.kind === "failed") this.remove(id, key);
    this.resume(id);
  }

  /** Takes one picture out that has not arrived. */
  remove(id: string, key: string): void {
    const travel = this.#travels.get(id);
    const picture = travel?.pictures.get(key);
    if (travel === undefined || picture === undefined || picture.state.kind === "done") return;
    travel.pictures.delete(key);
    travel.record = { ...travel.record, total: travel.record.total - 1 };
    void this.#parts.shelf.remove([nameOf(picture.record)]).catch(() => undefined);
    void this.#put(travel.record);
    if (this.#running?.key === key) this.#halt(id);
    if (travel.phase === "stopped" && picture.state.kind === "failed") {
      travel.phase = "paused";
      travel.reason = null;
      travel.error = null;
    }
    this.#finishIfDone(travel);
    this.#show();
    this.#go();
  }

  /** Takes out everything of a batch that has not arrived. */
  removeAll(id: string): void {
    const travel = this.#travels.get(id);
    if (travel === undefined) return;
    travel.phase = "paused";
    this.#halt(id);
    this.#drop(travel);
    this.#show();
    this.#go();
  }

  #halt(id: string): void {
    if (this.#running?.batch === id) this.#running.stop.abort();
    this.#show();
  }

  #take(record: BatchRecord, mine: () => void): Travel {
    const travel: Travel = {
      record,
      pictures: new Map(),
      lost: 0,
      reason: null,
      error: null,
      isMine: false,
      isShown: false,
      phase: record.isPaused ? "paused" : "running",
      release: () => undefined,
    };
    this.#travels.set(record.id, travel);
    travel.release = this.#parts.claim(record.id, mine);
    return travel;
  }

  /** What an earlier page began, once no other page is at it. Only then is it known what is left. */
  #adopt(record: BatchRecord): void {
    const travel = this.#take(record, () => void this.#look(travel));
  }

  async #look(travel: Travel): Promise<void> {
    const { id } = travel.record;
    const records: readonly UploadRecord[] = await this.#parts.shelf.all().catch(() => []);
    if (this.#travels.get(id) !== travel) return;
    const left = records
      .filter((one): one is PictureRecord => one.kind === "picture" && one.batch === id)
      .toSorted((a, b) => a.order - b.order);
    const now = records.find((one): one is BatchRecord => one.kind === "batch" && one.id === id);
    if (now === undefined || left.length === 0) {
      this.#drop(travel);
    } else {
      travel.lost = Math.max(0, now.total - now.arrived - left.length);
      travel.record = { ...now, total: now.arrived + left.length };
      travel.phase = now.isPaused ? "paused" : "running";
      fill(travel, left);
      travel.isMine = true;
      travel.isShown = true;
    }
    this.#show();
    this.#go();
  }

  #go(): void {
    if (this.#running !== null || this.#user === null) return;
    for (const travel of this.#travels.values()) {
      if (travel.phase !== "running" || !travel.isMine) continue;
      const next = [...travel.pictures.values()].find(({ state }) => state.kind === "waiting");
      if (next === undefined) continue;
      const stop = new AbortController();
      this.#running = { batch: travel.record.id, key: next.record.key, stop };
      void this.#carry(travel, next.record.key, stop.signal).finally(() => {
        this.#running = null;
        this.#show();
        this.#go();
      });
      return;
    }
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
      set({ kind: "uploading", share, isHeldUp: false });
      try {
        await this.#parts.send(picture.record, travel.record, {
          signal,
          onShare: (now) => {
            if (signal.aborted) return;
            tried = 1;
            // Progress comes a hundred times a second; who looks sees no more than whole percents.
            if (now < 1 && Math.floor(now * 100) === Math.floor(share * 100)) return;
            share = now;
            set({ kind: "uploading", share, isHeldUp: false });
          },
          onAddress: (address) => {
            picture.record = { ...picture.record, address };
            void this.#put(picture.record);
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
    // In this order: a page that ends in between sends it once more, which makes no second room, and loses none.
    void this.#put(travel.record).then(() =>
      this.#parts.shelf.remove([nameOf(picture.record)]).catch(() => undefined),
    );
    this.#show();
    this.#parts.onArrived(viewOf(travel));
    this.#finishIfDone(travel);
  }

  #finishIfDone(travel: Travel): void {
    const states = [...travel.pictures.values()].map(({ state }) => state.kind);
    if (travel.phase === "done" || states.some((kind) => kind !== "done")) return;
    travel.phase = "done";
    this.#show();
    const end = viewOf(travel);
    this.#drop(travel);
    if (end.arrived > 0) this.#parts.onEnd(end);
  }

  #fail(travel: Travel, key: string, error: unknown): void {
    const picture = travel.pictures.get(key);
    if (picture === undefined) return;
    const reason = this.#parts.explain(error, travel.record);
    picture.state = { kind: "failed", reason };
    travel.phase = "stopped";
    travel.reason = reason;
    travel.error = error;
    this.#show();
    this.#parts.onEnd(viewOf(travel));
  }

  #drop(travel: Travel): void {
    travel.release();
    this.#travels.delete(travel.record.id);
    const names = [travel.record, ...[...travel.pictures.values()].map(({ record }) => record)].map(nameOf);
    void this.#parts.shelf.remove(names).catch(() => undefined);
  }

  #keepPaused(travel: Travel, isPaused: boolean): void {
    if (travel.record.isPaused === isPaused) return;
    travel.record = { ...travel.record, isPaused };
    void this.#put(travel.record);
  }

  /** One after another: five hundred files are copied while the first ones travel. */
  async #keep(records: readonly UploadRecord[]): Promise<void> {
    for (const record of records) await this.#put(record);
  }

  /** Only what is still under way; a full or forbidden store costs no more than the going on after a reload. */
  async #put(record: UploadRecord): Promise<void> {
    const travel = this.#travels.get(record.kind === "batch" ? record.id : record.batch);
    if (travel === undefined) return;
    if (record.kind === "picture") {
      const now = travel.pictures.get(record.key);
      if (now === undefined || now.state.kind === "done") return;
      await this.#parts.shelf.put(now.record).catch(() => undefined);
      // It arrived, or was taken out, while it was being written.
      const after = this.#travels.get(record.batch)?.pictures.get(record.key);
      const isGone = this.#travels.has(record.batch)
        ? after === undefined || after.state.kind === "done"
        : this.#user !== null;
      if (isGone) await this.#parts.shelf.remove([nameOf(record)]).catch(() => undefined);
    } else {
      await this.#parts.shelf.put(travel.record).catch(() => undefined);
      if (!this.#travels.has(record.id) && this.#user !== null)
        await this.#parts.shelf.remove([nameOf(record)]).catch(() => undefined);
    }
  }

  async #forget(records: readonly UploadRecord[], batches: readonly string[]): Promise<void> {
    const names = records.flatMap((record) =>
      batches.includes(record.kind === "batch" ? record.id : record.batch) ? [nameOf(record)] : [],
    );
    if (names.length > 0) await this.#parts.shelf.remove(names);
  }

  #show(): void {
    this.batches.set([...this.#travels.values()].filter(({ isShown }) => isShown).map(viewOf));
  }
}
