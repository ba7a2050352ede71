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

/** How often a visit is asked for while some of its pictures are still being worked on. */
const pollMs = 6000;
/** How often it is asked for otherwise: a room may be gone in which somebody stands. */
const lookEvery = 10;

/** Walking through a visit: which room, how to get to the next, what is in it. Knows nothing of buttons. */
export class Tour {
  readonly panorama: Panorama | undefined;
  readonly visit: Store<ViewerVisit>;
  /** The room that is shown or on its way. */
  readonly room: Store<Room | undefined>;
  readonly points = createStore<readonly Poi[]>([]);
  /** What tools put into the picture beside the points. */
  readonly marks = createStore<readonly Marker[]>([]);
  /** The point whose card is open. */
  readonly opened = createStore<Poi | null>(null);
  /** Takes the presses on points instead of the tour, while something is edited. */
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

  /** The room before (-1) or after (1) in walking order that can be shown; undefined at the ends. */
  neighbour(step: -1 | 1): Room | undefined {
    return neighbourOf(this.rooms, this.room.get(), step);
  }

  /** Shows a room, looking to the same point of the compass unless a view is asked for. */
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
    // Asked for beside the picture, not after it.
    void this.#points.of(room.id);
    try {
      const isShown = await this.panorama.show(source, { keepHeading: true, ...(view ? { view } : {}) });
      if (isShown && this.room.get() === room) this.#arrive(room);
    } catch {
      if (this.room.get() === room) this.#stumble(room);
    }
  }

  /** Goes on in another visit, such as one of another date, looking to the same point of the compass. */
  async enter(visit: ViewerVisit, room: Room): Promise<void> {
    this.#moveInto(visit);
    await this.go(room);
  }

  #moveInto(visit: ViewerVisit): void {
    if (visit.code !== this.visit.get().code) this.#points = new Points(visit.code);
    this.visit.set(visit);
  }

  /** Opens a point's card, or closes it; the address says so. */
  open(point: Poi | null): void {
    this.opened.set(point);
    this.#writeAddress();
  }

  /** Changes what is known of the points here, before or after the server knows it too. */
  change(points: readonly Poi[]): void {
    const room = this.room.get();
    if (room === undefined) return;
    this.#points.keep(room.id, points);
    this.points.set(points);
  }

  /** Asks anew for the points of a room, or of this one. */
  async refresh(roomId = this.room.get()?.id): Promise<void> {
    if (roomId === undefined) return;
    this.#points.forget(roomId);
    const room = this.room.get();
    if (room?.id === roomId && this.#shown?.id === roomId) await this.#showPoints(room);
  }

  /** Sees the points as who edits them, or as everybody does. */
  async askAsEditor(forEditor: boolean): Promise<void> {
    this.#points.askAsEditor(forEditor);
    await this.refresh();
  }

  /** Asks for the visit: other rooms, other pictures, another north. */
  async renew(): Promise<void> {
    if (!navigator.onLine) return;
    const { code } = this.visit.get();
    const visit = await call("GET /api/viewer-visit", { query: { code } }, { toast: false }).catch(
      () => null,
    );
    if (visit !== null && visit.code === this.visit.get().code) this.#renew(visit);
  }

  /** Does again what failed. */
  retry(): void {
    const trouble = this.trouble.get();
    this.trouble.set(null);
    if (trouble?.kind === "room") this.#moveInto(trouble.visit);
    const room = trouble?.kind === "room" ? trouble.room : this.room.get();
    if (room) void this.go(this.visit.get().rooms.find(({ id }) => id === room.id) ?? room);
  }

  /** The link to what is seen: the room, and the exact view when asked for. */
  link(isExact: boolean): string {
    // On the way to a room the view is still one of the room before.
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
      // A base that cannot be loaded is told by `show` itself.
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
    // What was changed or asked for here meanwhile is newer than this answer: whoever waits, waits for that.
    else await this.#showPoints(room);
  }

  /** The picture that was there is still there, so the tour goes back to it. */
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
    // The button goes with the room it belongs to; the keyboard must not lose its place.
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

  /** Back and forward, and addresses changed by hand within the page. */
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

  /**
   * A picture that has become ready, or sharper, takes the place of what stands for it; a room that is gone is left
   * for the nearest one.
   */
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
    // The same picture, turned: it stays where it is while the compass under it turns.
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
