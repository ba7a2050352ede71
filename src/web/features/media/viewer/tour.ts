import type { Poi, ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import type { Marker, Panorama } from "#panorama/types.ts";
import { call } from "#web/lib/client.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { nearestTo, neighbourOf, nextDoor, showable } from "./near-rooms.ts";
import { pointKey } from "./point-key.ts";
import { Points } from "./points.ts";
import { inOrder, isShowable, sourceOf } from "./source.ts";
import { linkTo, writeAddress } from "./tour-address.ts";
import type { GoOptions, TourOptions, Trouble } from "./tour-types.ts";
import { parseViewLink } from "./view-link.ts";

/** Poll interval of a visit while some of its pictures are being processed, in milliseconds. */
const pollMs = 6000;
/** Otherwise only every n-th poll asks for it: the room on the screen may have been deleted. */
const lookEvery = 10;

/** Navigation through a visit: current room, transitions, points. Independent of the UI. */
export class Tour {
  readonly panorama: Panorama | undefined;
  readonly visit: Store<ViewerVisit>;
  /** The room that is shown or loading. */
  readonly room: Store<Room | undefined>;
  readonly points = createStore<readonly Poi[]>([]);
  /** Markers that tools add to the picture beside the points. */
  readonly marks = createStore<readonly Marker[]>([]);
  /** The point whose card is open. */
  readonly opened = createStore<Poi | null>(null);
  /** Receives presses on points instead of the tour, during editing. */
  readonly taker = createStore<((point: Poi) => void) | null>(null);
  readonly isBusy = createStore(false);
  readonly trouble = createStore<Trouble | null>(null);
  readonly #shownSources = new Map<number, string>();
  #points: Points;
  #shown: Room | undefined;
  #shownVisit: ViewerVisit;
  #ticks = 0;

  constructor({ visit, room, panorama, shown, signal }: TourOptions) {
    this.panorama = panorama;
    this.#points = new Points(visit.code);
    this.visit = createStore(visit);
    this.#shownVisit = visit;
    this.room = createStore(room);
    this.#listen();
    void this.#begin(room, shown);
    const timer = setInterval(() => void this.#poll(), pollMs);
    signal.addEventListener("abort", () => clearInterval(timer));
    addEventListener("popstate", () => this.#follow(), { signal });
    document.addEventListener("visibilitychange", () => void (document.hidden || this.renew()), {
      signal,
    });
  }

  /** All rooms in walking order. */
  get rooms(): readonly Room[] {
    return inOrder(this.visit.get().rooms);
  }

  /** The previous (-1) or next (1) showable room in walking order; undefined at the ends. */
  neighbour(step: -1 | 1): Room | undefined {
    return neighbourOf(this.rooms, this.room.get(), step);
  }

  /** Shows a room, keeping the compass direction unless a view is given. */
  async go(room: Room, { view, writesAddress = true }: GoOptions = {}): Promise<void> {
    this.room.set(room);
    this.trouble.set(null);
    this.opened.set(null);
    if (writesAddress) this.#writeAddress();
    const source = sourceOf(room);
    if (source === null || this.panorama === undefined) {
      this.#arrive(room);
      return;
    }
    this.isBusy.set(true);
    // Requested in parallel to the picture.
    void this.#points.of(room.id);
    try {
      const isShown = await this.panorama.show(source, { keepHeading: true, ...(view ? { view } : {}) });
      if (isShown && this.room.get() === room) this.#arrive(room);
    } catch {
      if (this.room.get() === room) this.#stumble(room);
    }
  }

  /** Continues in another visit, such as one of another date, keeping the compass direction. */
  async enter(visit: ViewerVisit, room: Room): Promise<void> {
    this.#moveInto(visit);
    await this.go(room);
  }

  #moveInto(visit: ViewerVisit): void {
    if (visit.code !== this.visit.get().code) this.#points = new Points(visit.code);
    this.visit.set(visit);
  }

  /** Opens a point's card, or closes it, and updates the address. */
  open(point: Poi | null): void {
    this.opened.set(point);
    this.#writeAddress();
  }

  /** Replaces the known points of this room, before or after the server confirms them. */
  change(points: readonly Poi[]): void {
    const room = this.room.get();
    if (room === undefined) return;
    this.#points.keep(room.id, points);
    this.points.set(points);
  }

  /** Reloads the points of a room, by default the current one. */
  async refresh(roomId = this.room.get()?.id): Promise<void> {
    if (roomId === undefined) return;
    this.#points.forget(roomId);
    const room = this.room.get();
    if (room?.id === roomId && this.#shown?.id === roomId) await this.#showPoints(room);
  }

  /** Switches between the editor's and the public view of the points. */
  async askAsEditor(forEditor: boolean): Promise<void> {
    this.#points.askAsEditor(forEditor);
    await this.refresh();
  }

  /** Reloads the visit: rooms, pictures and norths may have changed. */
  async renew(): Promise<void> {
    if (!navigator.onLine) return;
    const { code } = this.visit.get();
    const visit = await call("GET /api/viewer-visit", { query: { code } }, { toast: false }).catch(
      () => null,
    );
    if (visit !== null && visit.code === this.visit.get().code) this.#renew(visit);
  }

  /** Retries the failed step. */
  retry(): void {
    const trouble = this.trouble.get();
    this.trouble.set(null);
    if (trouble?.kind === "room") this.#moveInto(trouble.visit);
    const room = trouble?.kind === "room" ? trouble.room : this.room.get();
    if (room) void this.go(this.visit.get().rooms.find(({ id }) => id === room.id) ?? room);
  }

  /** The link to the room, with the exact view if requested. */
  link(isExact: boolean): string {
    // During a transition the view still belongs to the former room.
    const room = this.#shown ?? this.room.get();
    const view = isExact ? this.panorama?.view : undefined;
    return linkTo({ code: this.visit.get().code, room: room?.id, view });
  }

  async #begin(room: Room | undefined, shown: Promise<unknown>): Promise<void> {
    if (room === undefined || sourceOf(room) === null) return;
    void this.#points.of(room.id);
    try {
      await shown;
    } catch {
      if (this.room.get() === room) this.#stumble(room);
      return;
    }
    if (this.room.get() !== room) return;
    this.#arrive(room);
    const wanted = parseViewLink(location)?.poi;
    if (wanted === undefined) return;
    const points = await this.#points.of(room.id);
    const point = points.find((known) => pointKey(known) === String(wanted));
    if (point === undefined || this.room.get() !== room) return;
    void this.panorama?.lookAt({ yaw: point.yaw, pitch: point.pitch }, { animate: true });
    if (point.kind !== "link") this.open(point);
  }

  #listen(): void {
    this.panorama?.on("sharp", () => {
      if (this.trouble.get()?.kind === "tiles") this.trouble.set(null);
      this.#preloadNeighbours();
    });
    this.panorama?.on("error", ({ url }) => {
      // A base that cannot be loaded is reported by `show` itself.
      if (url !== undefined && this.trouble.get() === null && !this.isBusy.get())
        this.trouble.set({ kind: "tiles" });
    });
    this.panorama?.on("contextlost", () => this.trouble.set({ kind: "restoring" }));
    this.panorama?.on("contextrestored", () => this.trouble.set(null));
    this.panorama?.on("markerclick", ({ id }) => this.#press(id));
  }

  #arrive(room: Room): void {
    this.isBusy.set(false);
    this.#shown = room;
    this.#shownVisit = this.visit.get();
    this.#shownSources.set(room.id, sourceOf(room)?.tiles ?? "");
    this.points.set([]);
    void this.#showPoints(room);
  }

  async #showPoints(room: Room): Promise<void> {
    const asked = this.#points.of(room.id);
    const points = await asked;
    if (this.room.get()?.id !== room.id) return;
    const latest = this.#points.latest(room.id);
    if (latest === undefined || latest === asked) this.points.set(points);
    // Points changed or requested here meanwhile are newer than this answer: waits for those instead.
    else await this.#showPoints(room);
  }

  /** The former picture is still loaded, so the tour returns to it. */
  #stumble(room: Room): void {
    const visit = this.visit.get();
    this.isBusy.set(false);
    this.#moveInto(this.#shownVisit.code === visit.code ? visit : this.#shownVisit);
    this.room.set(this.#shown ?? room);
    this.#writeAddress();
    this.trouble.set({ kind: "room", room, visit });
  }

  #press(key: string): void {
    const point = this.points.get().find((known) => pointKey(known) === key);
    if (point === undefined) return;
    const taker = this.taker.get();
    if (taker !== null) taker(point);
    else if (point.kind === "link") this.#walk(point);
    else
      this.open(this.opened.get()?.id === point.id && this.opened.get()?.kind === point.kind ? null : point);
  }

  #walk(point: Poi): void {
    const room = this.rooms.find((known) => known.id === point.id_room);
    // The button is removed with its room; the keyboard must not lose its focus.
    this.panorama?.element.focus({ preventScroll: true });
    if (room) void this.go(room);
  }

  #preloadNeighbours(): void {
    for (const room of nextDoor(this.rooms, this.room.get(), this.points.get())) {
      const source = sourceOf(room);
      if (source) this.panorama?.preload(source);
    }
  }

  #writeAddress(): void {
    const opened = this.opened.get();
    writeAddress({
      code: this.visit.get().code,
      room: this.room.get()?.id,
      poi: opened === null ? undefined : pointKey(opened),
    });
  }

  /** Follows back and forward, and manual changes of the address within the page. */
  #follow(): void {
    const link = parseViewLink(location);
    const room = this.rooms.find(({ id }) => id === link?.room);
    if (!room) return;
    if (room.id !== this.room.get()?.id) void this.go(room, { view: link?.view, writesAddress: false });
    else if (link?.view) void this.panorama?.lookAt(link.view, { animate: true });
  }

  async #poll(): Promise<void> {
    const { rooms } = this.visit.get();
    const isWaiting = rooms.length === 0 || rooms.some(({ picture }) => picture.state === "processing");
    this.#ticks += 1;
    if ((isWaiting || this.#ticks % lookEvery === 0) && !document.hidden) await this.renew();
  }

  /** Replaces a picture that has become ready or sharper; leaves a deleted room for the nearest one. */
  #renew(visit: ViewerVisit): void {
    const before = this.rooms;
    this.visit.set(visit);
    if (showable(before) !== showable(this.rooms)) this.#askPointsAnew();
    const room = this.room.get() ?? this.rooms.find(isShowable);
    const renewed = room && visit.rooms.find(({ id }) => id === room.id);
    if (room && renewed === undefined) return this.#leave(room, before);
    if (!room || !renewed || this.isBusy.get()) return;
    const source = sourceOf(renewed);
    const isNew = source !== null && source.tiles !== this.#shownSources.get(renewed.id);
    if (isNew || renewed.picture.state !== room.picture.state) void this.go(renewed);
    // The same picture with a new north: the view stays while the compass under it turns.
    else if (renewed.north !== room.north) void this.go(renewed, { view: this.panorama?.view });
    else if (renewed.name !== room.name) this.room.set(renewed);
  }

  #askPointsAnew(): void {
    this.#points.forgetAll();
    const room = this.#shown;
    if (room !== undefined && room.id === this.room.get()?.id) void this.#showPoints(room);
  }

  #leave(room: Room, before: readonly Room[]): void {
    const near = nearestTo(room, before, this.rooms);
    this.#shown = near;
    if (near === undefined) this.room.set(undefined);
    else void this.go(near);
    this.trouble.set({ kind: "gone", room });
  }
}
