import { clamp, toDegrees, toRadians } from "./projection/angles.ts";

/** A poster shows this vertical field of view at this aspect. */
const POSTER_FOV = 60;
const POSTER_ASPECT = 2;

/** The canvas comes up in this time; long enough to be no step, short enough to be no show. */
const FADE_MS = 120;

/** A poster that has not arrived by then is not waited for. */
const PATIENCE_MS = 4000;

/**
 * The fov at which a canvas lies exactly over its poster shown with `object-fit: cover`: 60 up to an aspect of
 * 2:1; a wider viewport cuts the poster above and below.
 * @param aspect width by height of the viewport.
 */
export function fitPosterFov(aspect: number): number {
  const cut = clamp(POSTER_ASPECT / aspect, 0, 1);
  return toDegrees(2 * Math.atan(Math.tan(toRadians(POSTER_FOV) / 2) * cut));
}

/** The picture of the host that is seen until the canvas is at least as good. */
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

  /** Whether the visitor still looks at the poster. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Lets the canvas take over; the poster leaves the document when it is covered. */
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

/** The frame after the next is the first that is sure to come after the paint. */
async function paintOf(image: HTMLImageElement): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([image.decode().catch(() => undefined), late]);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
