import { clamp, toDegrees, toRadians } from "./projection/angles.ts";

/** A poster shows this vertical field of view at this aspect. */
const POSTER_FOV = 60;
const POSTER_ASPECT = 2;

/** Duration of the canvas's fade-in; long enough to avoid a visible step, short enough not to distract. */
const FADE_MS = 60;

/** Timeout for the poster. */
const PATIENCE_MS = 4000;

/**
 * The fov at which a canvas exactly covers its poster shown with `object-fit: cover`: 60 up to an aspect of 2:1; a
 * wider viewport crops the poster above and below.
 * @param aspect width by height of the viewport.
 */
export function fitPosterFov(aspect: number): number {
  const cut = clamp(POSTER_ASPECT / aspect, 0, 1);
  return toDegrees(2 * Math.atan(Math.tan(toRadians(POSTER_FOV) / 2) * cut));
}

/** The host's image that is visible until the canvas is at least as good. */
export class Poster {
  /** Resolves when the poster has been painted, or will not be. */
  readonly painted: Promise<void>;
  readonly #image: HTMLImageElement | undefined;
  readonly #canvas: HTMLCanvasElement;
  #isUp: boolean;

  constructor(image: HTMLImageElement | undefined, canvas: HTMLCanvasElement) {
    this.#image = image;
    this.#canvas = canvas;
    this.#isUp = image !== undefined;
    this.painted = image ? paintOf(image) : Promise.resolve();
    if (image) canvas.style.opacity = "0";
  }

  /** Whether the poster is still visible. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Fades the canvas in; removes the poster from the document once it is covered. */
  handOver(isStill: boolean): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    const [image, canvas] = [this.#image, this.#canvas];
    canvas.style.opacity = "";
    if (isStill) {
      image?.remove();
      return;
    }
    const fade = canvas.animate([{ opacity: 0 }, { opacity: 1 }], FADE_MS);
    fade.addEventListener("finish", () => image?.remove());
    fade.addEventListener("cancel", () => image?.remove());
  }
}

/** The frame after the next is the first one guaranteed to follow the paint. */
async function paintOf(image: HTMLImageElement): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([image.decode().catch(() => undefined), late]);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
