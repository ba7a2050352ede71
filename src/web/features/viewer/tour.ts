import type { Poi, ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import type { Panorama, View } from "#panorama/types.ts";
import { call } from "#web/lib/client.ts";
import { Points } from "./points.ts";
import { createSignal, type Signal } from "./signal.ts";
import { inOrder, isShowable, sourceOf } from "./source.ts";
import { formatViewLink, parseViewLink } from "./view-link.ts";

/** How often a visit is asked for while some of its pictures are still being worked on. */
const pollMs = 6000;
/** Rooms next door whose bases are fetched ahead. */
const neighbours = 4;

/** What stands between the visitor and the picture, for the interface to put into words. */
export type Trouble =
  | { readonly kind: "room"; readonly room: Room }
  | { readonly kind: "tiles" }
  | { readonly kind: "restoring" };

export interface TourOptions {
  readonly visit: ViewerVisit;
  /** The room that is being shown when the tour begins. */
  readonly room: Room | undefined;
  /** Undefined where the browser cannot draw it; the rooms are then shown flat. */
  readonly panorama: Panorama | undefined;
  /** Settles when the first room is on the screen; rejects when it could not be loaded. */
  readonly shown: Promise<unknown>;
  /** Ends with the page. */
  readonly life: AbortSignal;
}

interface GoOptions {
  readonly view?: Partial<View> | undefined;
  /** False when the address bar says so already. */
  readonly writesAddress?: boolean;
}

/** Walking through a visit: which room, how to get to the next, what is in it. Knows nothing of buttons. */
export class Tour {
  readonly panorama: Panorama | undefined;
  readonly visit: Signal<ViewerVisit>;
  /** The room that is shown or on its way. */
  readonly room: Signal<Room | undefined>;
  readonly points = createSignal<readonly Poi[]>([]);
  readonly isBusy = createSignal(false);
  readonly trouble = createSignal<Trouble | null>(null);
  readonly #points: Points;
  readonly #shownSources = new Map<number, string>();
  #shown: Room | undefined;

  constructor({ visit, room, panorama, shown, life }: TourOptions) {
    this.panorama = panorama;
    this.#points = new Points(visit.code);
    this.visit = createSignal(visit);
    this.room = createSignal(room);
    this.#listen();
    void this.#begin(room, shown);
    const timer = setInterval(() => void this.#poll(), pollMs);
    life.addEventListener("abort", () => clearInterval(timer));
    addEventListener("popstate", () => this.#follow(), { signal: life });
  }

  /** All rooms in walking order. */
  get rooms(): readonly Room[] {
    return inOrder(this.visit.get().rooms);
  }

  /** The room before (-1) or after (1) in walking order that can be shown; undefined at the ends. */
  neighbour(step: -1 | 1): Room | undefined {
    const { rooms } = this;
    const at = rooms.findIndex(({ id }) => id === this.room.get()?.id);
    const ahead = step === 1 ? rooms.slice(at + 1) : rooms.slice(0, Math.max(at, 0)).toReversed();
    return ahead.find(isShowable);
  }

  /** Shows a room, looking to the same point of the compass unless a view is asked for. */
  async go(room: Room, { view, writesAddress = true }: GoOptions = {}): Promise<void> {
    this.room.set(room);
    this.trouble.set(null);
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

  /** Does again what failed. */
  retry(): void {
    const trouble = this.trouble.get();
    this.trouble.set(null);
    const room = trouble?.kind === "room" ? trouble.room : this.room.get();
    if (room) void this.go(this.#current(room));
  }

  /** The link to what is seen: the room, and the exact view when asked for. */
  link(isExact: boolean): string {
    // On the way to a room the view is still one of the room before.
    const room = this.#shown ?? this.room.get();
    const view = isExact ? this.panorama?.view : undefined;
    const path = formatViewLink({ code: this.visit.get().code, room: room?.id, view });
    return new URL(path, location.origin).href;
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
    const point = (await this.#points.of(room.id)).find(({ id }) => id === wanted);
    if (point) void this.panorama?.lookAt({ yaw: point.yaw, pitch: point.pitch }, { animate: true });
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
    this.panorama?.on("markerclick", ({ id }) => this.#walk(Number(id)));
  }

  #arrive(room: Room): void {
    this.isBusy.set(false);
    this.#shown = room;
    this.#shownSources.set(room.id, sourceOf(room)?.tiles ?? "");
    this.points.set([]);
    void this.#showPoints(room);
  }

  async #showPoints(room: Room): Promise<void> {
    const points = await this.#points.of(room.id);
    if (this.room.get()?.id === room.id) this.points.set(points);
  }

  /** The picture that was there is still there, so the tour goes back to it. */
  #stumble(room: Room): void {
    this.isBusy.set(false);
    this.room.set(this.#shown ?? room);
    this.#writeAddress();
    this.trouble.set({ kind: "room", room });
  }

  #walk(id: number): void {
    const point = this.points.get().find((known) => known.id === id);
    const room = this.rooms.find((known) => known.id === point?.id_room);
    // The button goes with the room it belongs to; the keyboard must not lose its place.
    this.panorama?.element.focus({ preventScroll: true });
    if (room) void this.go(room);
  }

  #preloadNeighbours(): void {
    const linked = this.points.get().map(({ id_room }) => this.rooms.find(({ id }) => id === id_room));
    const near = new Set([this.neighbour(1), ...linked, this.neighbour(-1)]);
    near.delete(undefined);
    for (const room of [...near].slice(0, neighbours)) {
      const source = room && sourceOf(room);
      if (source) this.panorama?.preload(source);
    }
  }

  #writeAddress(): void {
    const { search } = location;
    const lang = new URLSearchParams(search).get("lang");
    const path = formatViewLink({ code: this.visit.get().code, room: this.room.get()?.id });
    history.replaceState(
      history.state,
      "",
      lang === null ? path : `${path}?lang=${encodeURIComponent(lang)}`,
    );
  }

  /** Back and forward, and addresses changed by hand within the page. */
  #follow(): void {
    const link = parseViewLink(location);
    const room = this.rooms.find(({ id }) => id === link?.room);
    if (!room) return;
    if (room.id !== this.room.get()?.id) void this.go(room, { view: link?.view, writesAddress: false });
    else if (link?.view) void this.panorama?.lookAt(link.view, { animate: true });
  }

  #current(room: Room): Room {
    return this.visit.get().rooms.find(({ id }) => id === room.id) ?? room;
  }

  async #poll(): Promise<void> {
    const { rooms, code } = this.visit.get();
    const isWaiting = rooms.length === 0 || rooms.some(({ picture }) => picture.state === "processing");
    if (!isWaiting || document.hidden || !navigator.onLine) return;
    const visit = await call("GET /api/viewer-visit", { query: { code } }, { toast: false }).catch(
      () => null,
    );
    if (visit !== null) this.#renew(visit);
  }

  /** A picture that has become ready, or sharper, takes the place of what stands for it. */
  #renew(visit: ViewerVisit): void {
    this.visit.set(visit);
    const room = this.room.get() === undefined ? this.rooms.find(isShowable) : this.room.get();
    const renewed = room && visit.rooms.find(({ id }) => id === room.id);
    if (!renewed || this.isBusy.get()) return;
    const source = sourceOf(renewed);
    const isNew = source !== null && source.tiles !== this.#shownSources.get(renewed.id);
    if (isNew || renewed.picture.state !== room.picture.state) void this.go(renewed);
  }
}
