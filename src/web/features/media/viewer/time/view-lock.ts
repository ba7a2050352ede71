import type { Panorama, View } from "#panorama/types.ts";
import { createStore } from "#web/lib/store.ts";
import {
  besideFirst,
  besideSecond,
  type Norths,
  noOffset,
  offsetOf,
  type ViewOffset,
} from "./view-offset.ts";

const isSame = (a: View | undefined, b: View) =>
  a !== undefined && a.yaw === b.yaw && a.pitch === b.pitch && a.fov === b.fov;

/** By the compass where both norths are known; otherwise both are assumed to have the same orientation. */
const northsOf = (first: number | undefined, second: number | undefined): Norths =>
  first === undefined || second === undefined ? { first: 0, second: 0 } : { first, second };

/** Turns two pictures together; when unlocked, tracks the offset between them, to keep it. */
export class ViewLock {
  readonly isOn = createStore(true);
  readonly offset = createStore<ViewOffset>(noOffset);
  readonly #first: Panorama;
  readonly #second: Panorama;
  /** The last view set on each: its event is ignored. */
  readonly #told = new Map<Panorama, View>();

  constructor(first: Panorama, second: Panorama, signal: AbortSignal) {
    this.#first = first;
    this.#second = second;
    const stops = [
      first.on("view", () => this.#lead(first)),
      second.on("view", () => this.#lead(second)),
      // Another picture has another north.
      first.on("ready", () => this.align()),
      second.on("ready", () => this.align()),
    ];
    signal.addEventListener("abort", () => {
      for (const stop of stops) stop();
    });
  }

  /** Turns the second to the view of the first, while they are locked. */
  align(): void {
    if (this.isOn.get()) this.#follow(this.#first);
  }

  /** Clears the offset. */
  reset(): void {
    this.restore(noOffset);
  }

  /** Restores an offset of the second, locked or not. */
  restore(offset: ViewOffset): void {
    this.offset.set(offset);
    this.#follow(this.#first);
  }

  /** Initial view of the second; `north` of its picture, undefined when unknown. */
  viewOfSecond(north: number | undefined): View {
    return besideFirst(this.#first.view, northsOf(this.#first.source?.north, north), this.offset.get());
  }

  get #norths(): Norths {
    return northsOf(this.#first.source?.north, this.#second.source?.north);
  }

  #lead(from: Panorama): void {
    if (isSame(this.#told.get(from), from.view)) return;
    if (this.isOn.get()) this.#follow(from);
    else if (this.#second.source)
      this.offset.set(offsetOf(this.#first.view, this.#second.view, this.#norths));
  }

  #follow(from: Panorama): void {
    if (!this.#second.source) return;
    const isFirst = from === this.#first;
    const to = isFirst ? this.#second : this.#first;
    const view = (isFirst ? besideFirst : besideSecond)(from.view, this.#norths, this.offset.get());
    void to.lookAt(view);
    // As far as it could turn: the pitch is limited near the poles.
    this.#told.set(to, to.view);
    this.#told.set(from, from.view);
  }
}
