import type { View } from "../view.ts";
import { type Flight, flightAt, planFlight, planNudge } from "./flight.ts";
import { coast, isAtRest, type Velocity } from "./inertia.ts";

export interface PilotOptions {
  readonly view: View;
  /** The nearest permitted view. */
  readonly clamp: (view: View) => View;
  /** Whether views must change without animation. */
  readonly isStill: () => boolean;
  /** Requests a frame. */
  readonly changed: () => void;
}

/** Holds the view; all movements go through it, so that starting one always ends the other. */
export class Pilot {
  readonly #options: PilotOptions;
  #view: View;
  #flight: Flight | undefined;
  #landed: (() => void) | undefined;
  #velocity: Velocity | undefined;
  #lastStep = 0;

  constructor(options: PilotOptions) {
    this.#options = options;
    this.#view = options.clamp(options.view);
  }

  get view(): View {
    return this.#view;
  }

  /** The view after the current flight. */
  get destination(): View {
    return this.#flight?.to ?? this.#view;
  }

  get isMoving(): boolean {
    return this.#flight !== undefined || this.#velocity !== undefined;
  }

  jump(view: View): void {
    this.halt();
    this.#set(view);
  }

  /** Resolves on arrival, or when another movement takes over. */
  fly(view: View): Promise<void> {
    if (!this.#start(planFlight, view)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#landed = resolve;
    });
  }

  /** A short, quick movement in response to the user. */
  nudge(view: View): void {
    this.#start(planNudge, view);
  }

  /** Keeps turning by itself, slowing down. */
  release(velocity: Velocity): void {
    this.halt();
    if (this.#options.isStill() || isAtRest(velocity)) return;
    this.#velocity = velocity;
    this.#lastStep = performance.now();
    this.#options.changed();
  }

  /** Stops any movement at the current view. */
  halt(): void {
    this.#flight = undefined;
    this.#velocity = undefined;
    this.#landed?.();
    this.#landed = undefined;
  }

  /** Advances to a time of `performance.now`. */
  step(time: number): void {
    if (this.#flight) {
      const { view, isOver } = flightAt(this.#flight, time);
      this.#set(view);
      if (isOver) this.halt();
    } else if (this.#velocity) {
      const { moved, velocity } = coast(this.#velocity, Math.max(time - this.#lastStep, 0));
      this.#lastStep = time;
      this.#velocity = isAtRest(velocity) ? undefined : velocity;
      this.#set({
        ...this.#view,
        yaw: this.#view.yaw + moved.yaw,
        pitch: this.#view.pitch + moved.pitch,
      });
    }
  }

  #start(plan: typeof planFlight, view: View): boolean {
    this.halt();
    const to = this.#options.clamp(view);
    const isStill = this.#options.isStill();
    if (isStill) this.#set(to);
    else this.#flight = plan(this.#view, to, performance.now());
    this.#options.changed();
    return !isStill;
  }

  #set(view: View): void {
    this.#view = this.#options.clamp(view);
    this.#options.changed();
  }
}
