import { type Patch, Renderer } from "./gl/renderer.ts";
import type { Picture } from "./picture.ts";
import type { Camera } from "./projection/camera.ts";
import type { Size } from "./stage.ts";

/** Cross-fade between two pictures. */
const FADE_MS = 300;
/** The view is at rest after this long without movement. */
const REST_MS = 100;
/** Uploads per frame: few while moving, so that no frame is late; more at rest, so that sharpness is not. */
const UPLOADS_MOVING = 1;
const UPLOADS_AT_REST = 6;

/** Shows one picture on a canvas, and fades to the next one. */
export class Screen<P extends Picture> {
  readonly renderer: Renderer;
  readonly #changed: () => void;
  #picture: P | undefined;
  #pixelRatio = 1;
  #fade: { frame: WebGLTexture; since: number } | undefined;
  #refinement: ReturnType<typeof setTimeout> | undefined;
  #drawn: Camera | undefined;
  #movedAt = Number.NEGATIVE_INFINITY;
  #uploadedAt = Number.NEGATIVE_INFINITY;
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

  /**
   * Puts another picture in place of the one there is, which is freed at once: the fade needs no more of it than
   * its last frame.
   */
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
   * Draws a frame when it would differ from the last one.
   * @returns whether it was drawn.
   */
  draw(camera: Camera, time: number): boolean {
    const picture = this.#picture;
    if (!picture || this.renderer.isLost) return false;
    const isMoving = this.#drawn !== undefined && !isSameCamera(this.#drawn, camera);
    if (isMoving) this.#movedAt = time;
    if (isMoving || !this.#drawn) picture.want(camera, this.#pixelRatio);
    if (picture.upload(isMoving ? UPLOADS_MOVING : UPLOADS_AT_REST)) this.#uploadedAt = time;
    const isFine = this.#isWorthRefining(picture, time);
    this.#paint(camera, picture.patches(), isFine, time);
    this.#drawn = camera;
    this.#frames++;
    clearTimeout(this.#refinement);
    if (!isFine) this.#refinement = setTimeout(this.#changed, REST_MS);
    return true;
  }

  /** The context is gone, and all textures with it. */
  lose(): void {
    this.#fade = undefined;
    this.#picture?.forget();
    this.renderer.restore();
  }

  /** The context is back: resolves when the picture can be drawn again. */
  async restore(): Promise<void> {
    this.renderer.restore();
    this.#drawn = undefined;
    await this.#picture?.restore();
    this.#changed();
  }

  destroy(): void {
    clearTimeout(this.#refinement);
    this.#endFade();
    this.#picture?.release();
    this.renderer.destroy();
  }

  #paint(camera: Camera, patches: readonly Patch[], isFine: boolean, time: number): void {
    this.renderer.draw(camera, patches, isFine);
    if (!this.#fade) return;
    const progress = Math.max(time - this.#fade.since, 0) / FADE_MS;
    if (progress < 1) this.renderer.drawOver(this.#fade.frame, 1 - progress);
    else this.#endFade();
    this.#changed();
  }

  #endFade(): void {
    if (this.#fade) this.renderer.textures.free(this.#fade.frame);
    this.#fade = undefined;
  }

  /** The better filter is for a view at rest, as soon as nothing more is coming or nothing came for a while. */
  #isWorthRefining(picture: P, time: number): boolean {
    if (this.#fade || time - this.#movedAt < REST_MS) return false;
    return picture.isSharp || time - this.#uploadedAt >= REST_MS;
  }
}

function isSameCamera(a: Camera, b: Camera): boolean {
  const isSameView = a.view.yaw === b.view.yaw && a.view.pitch === b.view.pitch && a.view.fov === b.view.fov;
  return isSameView && a.width === b.width && a.height === b.height;
}
