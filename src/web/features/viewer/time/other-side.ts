import type { Moment, Poi, ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { createPanorama } from "#panorama/index.ts";
import type { Marker, Panorama, View } from "#panorama/types.ts";
import { createStore } from "#web/lib/store.ts";
import { element, icon } from "../element.ts";
import type { Frame } from "../frame.ts";
import { discClass, nameClass, wayClass } from "../parts/way-look.ts";
import { Points } from "../points.ts";
import { sourceOf } from "../source.ts";
import type { Dates } from "./dates.ts";

/** What stands on the other side: a room of a visit of another date. */
export interface Beside {
  readonly visit: ViewerVisit;
  readonly room: Room;
}

export interface OtherSideOptions {
  readonly frame: Frame;
  readonly stage: HTMLElement;
  readonly dates: Dates;
  readonly view: View;
  readonly life: AbortSignal;
  /** Somebody walked through a way on this side, and it has arrived. */
  readonly walked: (beside: Beside) => void;
}

/** The second picture, in an engine of its own, with the ways that lead from it. */
export class OtherSide {
  readonly panorama: Panorama;
  readonly beside = createStore<Beside | null>(null);
  readonly isBusy = createStore(false);
  readonly #options: OtherSideOptions;
  readonly #points = new Map<string, Points>();
  #ways: readonly Poi[] = [];

  /** Throws when the browser has no room for a second picture. */
  constructor(options: OtherSideOptions) {
    const { stage, view, life } = options;
    this.#options = options;
    // Two pictures share what one had: nobody looks at the last pixel of both.
    this.panorama = createPanorama(stage, { label: "", view, maxPixelRatio: 1.5 });
    this.panorama.on("markerclick", ({ id }) => void this.#walk(Number(id)));
    life.addEventListener("abort", () => this.panorama.destroy());
  }

  /** Shows a room of another date; `view` only for the first one, later ones keep their heading. Says whether it is there. */
  async show(at: Pick<Moment, "code" | "id_room">, view?: View): Promise<boolean> {
    const { dates, life } = this.#options;
    this.isBusy.set(true);
    try {
      const visit = await dates.visit(at.code);
      const room = visit.rooms.find(({ id }) => id === at.id_room);
      const source = room && sourceOf(room);
      if (room === undefined || !source || life.aborted) return false;
      void this.#pointsOf(visit.code).of(room.id);
      const isShown = await this.panorama.show(source, view ? { view } : { keepHeading: true });
      if (!isShown) return false;
      const beside = { visit, room };
      this.beside.set(beside);
      void this.#showWays(beside);
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

  async #showWays(beside: Beside): Promise<void> {
    this.panorama.setMarkers([]);
    const points = await this.#pointsOf(beside.visit.code).of(beside.room.id);
    if (this.beside.get() !== beside || this.#options.life.aborted) return;
    this.#ways = points.filter(({ kind }) => kind === "link");
    this.panorama.setMarkers(this.#ways.flatMap((way) => this.#marker(beside.visit, way) ?? []));
  }

  #marker(visit: ViewerVisit, { id, yaw, pitch, label, id_room }: Poi): Marker | null {
    const room = visit.rooms.find((known) => known.id === id_room);
    if (room === undefined) return null;
    const name = label === "" ? room.name : label;
    const body = element(
      "button",
      { type: "button" },
      element("span", { class: discClass }, icon("walk")),
      element("span", { class: nameClass, dir: "auto" }, name),
    );
    const words = this.#options.frame.speaker.say("rooms.go_to", { room: name });
    return {
      id: String(id),
      yaw,
      pitch,
      label: words,
      element: body,
      className: wayClass,
      anchor: [0.5, 0.3],
    };
  }

  async #walk(id: number): Promise<void> {
    const way = this.#ways.find((known) => known.id === id);
    const visit = this.beside.get()?.visit;
    if (visit === undefined || way?.id_room == null) return;
    // The button goes with the room it belongs to; the keyboard must not lose its place.
    this.panorama.element.focus({ preventScroll: true });
    if (!(await this.show({ code: visit.code, id_room: way.id_room }))) return;
    const beside = this.beside.get();
    if (beside !== null) this.#options.walked(beside);
  }
}
