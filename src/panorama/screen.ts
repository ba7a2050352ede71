import { type Eye, type Patch, Renderer } from "./gl/renderer.ts";
import type { Picture } from "./picture.ts";
import type { Camera } from "./projection/camera.ts";
import type { Size } from "./stage.ts";
import type { PanoramaStats } from "./types.ts";

/** Duration of the cross-fade between two pictures. */
const FADE_MS = 300;
/** The view is at rest after this long without movement. */
const REST_MS = 100;
/** Uploads per frame: few while moving, so that no frame is late; more at rest, to become sharp sooner. */
const UPLOADS_MOVING = 1;
const UPLOADS_AT_REST = 6;

/**
 * Redrawing for every loaded tile must not slow their loading: where a frame is expensive (no GPU), a pause of this
 * many times its cost follows. Where it is cheap, the pause is shorter than a frame.
 */
const PAUSE_PER_COST = 4;

/** Shows one picture on a canvas, and fades to the next one. */
export class Screen<P extends Picture> {
  readonly renderer: Renderer;
  /** Whether another element hides the canvas as long as the view stays. */
  isCovered = false;
  readonly #changed: () => void;
  #picture: P | undefined;
  #pixelRatio = 1;
  #fade: { frame: WebGLTexture; since: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #drawn: Camera | undefined;
  #changedAt = 0;
  #paintedAt = 0;
  #paintCost = 0;
  #frames = 0;

  /**
   * @param changed a new frame is needed.
   * @throws PanoramaError `no-webgl`
   */
  constructor(canvas: HTMLCanvasElement, changed: () => void) {
    this.renderer = new Renderer(canvas);
    this.#changed = changed;
  }

  get picture(): P | undefined {
    return this.#picture;
  }

  get frames(): number {
    return this.#frames;
  }

  get pixelRatio(): number {
    return this.#pixelRatio;
  }

  resize({ width, height, pixelRatio }: Size): void {
    this.#pixelRatio = pixelRatio;
    this.renderer.resize(Math.round(width * pixelRatio), Math.round(height * pixelRatio));
    this.#endFade();
    this.#drawn = undefined;
  }

  /** Replaces the current picture, which is freed at once: the fade only needs its last frame. */
  replace(picture: P, camera: Camera, fades: boolean): void {
    this.#endFade();
    if (this.#picture && fades && !this.renderer.isLost) {
      this.renderer.draw(camera, this.#picture.patches(), false);
      this.#fade = { frame: this.renderer.textures.fromFrame(), since: performance.now() };
    }
    this.#picture?.release();
    this.#picture = picture;
    this.#drawn = undefined;
  }

  /**
   * Draws a frame. While an element covers the canvas, only prepares what a settled frame needs.
   * @returns whether the picture can be shown, even if it is under the cover.
   */
  draw(camera: Camera, time: number): boolean {
    const picture = this.#picture;
    if (!picture || this.renderer.isLost) return false;
    const begin = performance.now();
    const isFirst = this.#drawn === undefined;
    const isMoving = !isFirst && !isSameCamera(this.#drawn, camera);
    if (isMoving || isFirst) picture.want(camera, this.#pixelRatio);
    const hasMore = picture.upload(isMoving ? UPLOADS_MOVING : UPLOADS_AT_REST);
    if (isMoving || hasMore || isFirst) this.#changedAt = time;
    this.#drawn = camera;
    const mayWait = !isMoving && !this.#fade && !picture.isSettled;
    if (mayWait && this.isCovered) this.renderer.warmUp(camera, picture.patches());
    else if (mayWait && !isFirst && time - this.#paintedAt < this.#paintCost * PAUSE_PER_COST)
      this.#drawLater();
    else this.#paint(camera, picture.patches(), time, begin);
    return true;
  }

  /** Draws the view at its finest, for code that reads the canvas before the browser shows it. False without a picture. */
  drawForReading(camera: Camera): boolean {
    if (!this.#picture || this.renderer.isLost) return false;
    this.renderer.draw(camera, this.#picture.patches(), true);
    return true;
  }

  /** Draws the eyes of a headset; `camera` is their common one, by which tiles are selected. */
  drawEyes(eyes: readonly Eye[], camera: Camera): void {
    const picture = this.#picture;
    if (!picture || this.renderer.isLost) return;
    picture.want(camera, 1);
    picture.upload(UPLOADS_MOVING);
    const patches = picture.patches();
    for (const eye of eyes) this.renderer.drawEye(eye, patches);
  }

  /** The context is lost, and all textures with it. */
  lose(): void {
    this.#fade = undefined;
    this.#picture?.forget();
    this.renderer.restore();
  }

  /** The context was restored: resolves when the picture can be drawn again. */
  async restore(): Promise<void> {
    this.renderer.restore();
    this.#drawn = undefined;
    await this.#picture?.restore();
    this.#changed();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#endFade();
    this.#picture?.release();
    this.renderer.destroy();
  }

  #paint(camera: Camera, patches: readonly Patch[], time: number, begin: number): void {
    // The better filter is for a view at rest, after a while without new tiles.
    const isFine = !this.#fade && time - this.#changedAt >= REST_MS;
    this.renderer.draw(camera, patches, isFine);
    this.#drawFade(time);
    this.#frames++;
    this.#paintedAt = time;
    // Measured after the frame: without a GPU, presenting the canvas costs more than the calls themselves.
    setTimeout(() => {
      this.#paintCost = performance.now() - begin;
    });
    if (isFine) clearTimeout(this.#timer);
    else this.#drawLater();
  }

  #drawFade(time: number): void {
    if (!this.#fade) return;
    const progress = Math.max(time - this.#fade.since, 0) / FADE_MS;
    if (progress < 1) this.renderer.drawOver(this.#fade.frame, 1 - progress);
    else this.#endFade();
    this.#changed();
  }

  #drawLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#changed, REST_MS);
  }

  #endFade(): void {
    if (this.#fade) this.renderer.textures.free(this.#fade.frame);
    this.#fade = undefined;
  }
}

function isSameCamera(a: Camera | undefined, b: Camera): boolean {
  if (!a) return false;
  const isSameView = a.view.yaw === b.view.yaw && a.view.pitch === b.view.pitch && a.view.fov === b.view.fov;
  return isSameView && a.width === b.width && a.height === b.height;
}

export const statsOf = ({ picture, frames, renderer }: Screen<Picture>): PanoramaStats => ({
  textures: renderer.textures.alive,
  requests: picture?.requests ?? 0,
  frames,
  level: picture?.level ?? -1,
});
