import type { Moment, ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { createPanorama } from "#panorama/index.ts";
import type { Panorama, View } from "#panorama/types.ts";
import { createStore } from "#web/lib/store.ts";
import { Points } from "../points.ts";
import { sourceOf } from "../source.ts";
import type { Dates } from "./dates.ts";

/** The other side's content: a room of a visit of another date. */
export interface Beside {
  readonly visit: ViewerVisit;
  readonly room: Room;
}

/** A link from there to another room of the same visit. */
export interface OtherWay {
  readonly id: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly name: string;
  readonly room: Room;
}

export interface OtherSideOptions {
  readonly stage: HTMLElement;
  readonly dates: Dates;
  readonly view: View;
  readonly signal: AbortSignal;
  /** Called after a viewer followed a link on this side, and the room has loaded. */
  readonly walked: (beside: Beside) => void;
}

/** The second picture, in its own engine, with its links. */
export class OtherSide {
  readonly panorama: Panorama;
  readonly beside = createStore<Beside | null>(null);
  readonly ways = createStore<readonly OtherWay[]>([]);
  readonly isBusy = createStore(false);
  readonly #options: OtherSideOptions;
  readonly #points = new Map<string, Points>();

  /** Throws when the browser cannot create a second picture. */
  constructor(options: OtherSideOptions) {
    const { stage, view, signal } = options;
    this.#options = options;
    // Two pictures share the budget of one, and full resolution of both is not needed.
    this.panorama = createPanorama(stage, { label: "", view, maxPixelRatio: 1.5 });
    this.panorama.on("markerclick", ({ id }) => void this.#walk(Number(id)));
    signal.addEventListener("abort", () => this.panorama.destroy());
  }

  /**
   * Shows a room of another date; `view` only for the first one, later ones keep their heading. Resolves whether it was
   * loaded.
   */
  async show(at: Pick<Moment, "code" | "id_room">, view?: View): Promise<boolean> {
    const { dates, signal } = this.#options;
    this.isBusy.set(true);
    try {
      const visit = await dates.visit(at.code);
      const room = visit.rooms.find(({ id }) => id === at.id_room);
      const source = room && sourceOf(room);
      if (room === undefined || !source || signal.aborted) return false;
      void this.#pointsOf(visit.code).of(room.id);
      const isShown = await this.panorama.show(source, view ? { view } : { keepHeading: true });
      if (!isShown) return false;
      const beside = { visit, room };
      this.beside.set(beside);
      void this.#findWays(beside);
      return true;
    } catch {
      return false;
    } finally {
      this.isBusy.set(false);
    }
  }

  #pointsOf(code: string): Points {
    const known = this.#points.get(code) ?? new Points(code);
    this.#points.set(code, known);
    return known;
  }

  async #findWays(beside: Beside): Promise<void> {
    this.ways.set([]);
    const { visit, room } = beside;
    const points = await this.#pointsOf(visit.code).of(room.id);
    if (this.beside.get() !== beside || this.#options.signal.aborted) return;
    const ways = points.flatMap(({ id, kind, yaw, pitch, label, id_room }): OtherWay[] => {
      const to = kind === "link" && visit.rooms.find((known) => known.id === id_room);
      return to ? [{ id, yaw, pitch, name: label === "" ? to.name : label, room: to }] : [];
    });
    this.ways.set(ways);
  }

  async #walk(id: number): Promise<void> {
    const way = this.ways.get().find((known) => known.id === id);
    const visit = this.beside.get()?.visit;
    if (visit === undefined || way === undefined) return;
    // The button is removed with its room; the keyboard must not lose its focus.
    this.panorama.element.focus({ preventScroll: true });
    if (!(await this.show({ code: visit.code, id_room: way.room.id }))) return;
    const beside = this.beside.get();
    if (beside !== null) this.#options.walked(beside);
  }
}
