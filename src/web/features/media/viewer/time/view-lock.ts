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

/** By the compass where both know it; otherwise both are taken to look the same way. */
const northsOf = (first: number | undefined, second: number | undefined): Norths =>
  first === undefined || second === undefined ? { first: 0, second: 0 } : { first, second };

/** Lets two pictures turn together; unlocked, it learns how they are turned against each other, to keep that. */
export class ViewLock {
  readonly isOn = createStore(true);
  readonly offset = createStore<ViewOffset>(noOffset);
  readonly #first: Panorama;
  readonly #second: Panorama;
  /** What each was told to look at: hearing of it again is no news. */
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

  /** Turns the second to where the first looks, while they are locked. */
  align(): void {
    if (this.isOn.get()) this.#follow(this.#first);
  }

  /** Both look the same way again. */
  reset(): void {
    this.restore(noOffset);
  }

  /** Turns the second as it was against the first, locked or not. */
  restore(offset: ViewOffset): void {
    this.offset.set(offset);
    this.#follow(this.#first);
  }

  /** Where the second is to look when it comes; `north` of its picture, undefined where nobody knows it. */
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
    // As far as it could: near the poles a picture stops.
    this.#told.set(to, to.view);
    this.#told.set(from, from.view);
  }
}
