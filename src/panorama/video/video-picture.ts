import { PanoramaError } from "../error.ts";
import type { Patch } from "../gl/renderer.ts";
import type { Ground, Picture } from "../picture.ts";
import { FULL_SPHERE } from "../projection/coverage.ts";
import { decodeImage, fetchBlob } from "../tiles/load-image.ts";
import { fitWithin } from "./fit.ts";
import { watchFrames } from "./new-frames.ts";

export interface VideoPictureOptions {
  /** URL of an equirectangular picture that is shown until the first frame is available. */
  readonly poster?: string | undefined;
  /** Milliseconds before it is requested, if something else is visible meanwhile. */
  readonly posterAfter?: number | undefined;
  /** Frames cannot be read: the video comes from another origin that does not allow it. */
  readonly failed?: ((error: PanoramaError) => void) | undefined;
}

/**
 * The frames of an equirectangular `<video>` of a full sphere, regardless of its player. A frame is uploaded to the GPU
 * once, when it is new, however often the view is drawn; the last one stays until a new one arrives, also while the
 * element switches to another source.
 */
export class VideoPicture implements Picture {
  readonly coverage = FULL_SPHERE;
  readonly level = 0;
  readonly #video: HTMLVideoElement;
  readonly #ground: Ground;
  readonly #options: VideoPictureOptions;
  readonly #controller = new AbortController();
  #texture: WebGLTexture | undefined;
  #poster: ImageBitmap | undefined;
  #scaler: OffscreenCanvas | undefined;
  #hasNew = false;
  #hasFrame = false;
  #uploads = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #requests = 0;

  constructor(video: HTMLVideoElement, ground: Ground, options: VideoPictureOptions = {}) {
    this.#video = video;
    this.#ground = ground;
    this.#options = options;
    const { signal } = this.#controller;
    watchFrames(video, signal, () => this.#arrive());
    // After a seek the browser may report a frame before it can be read; these events follow once it can.
    for (const name of ["loadeddata", "seeked"])
      video.addEventListener(name, () => this.#hasNew && ground.changed(), { signal });
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.#arrive();
    const { poster } = options;
    if (poster !== undefined)
      this.#timer = setTimeout(() => void this.#load(poster), options.posterAfter ?? 0);
  }

  /** Frames uploaded to the GPU since the start. */
  get uploads(): number {
    return this.#uploads;
  }

  get requests(): number {
    return this.#requests;
  }

  /** Whether a frame of the video itself is shown. */
  get isSharp(): boolean {
    return this.#hasFrame;
  }

  get isSettled(): boolean {
    return this.#texture !== undefined;
  }

  /** A frame is complete: the view does not change what is needed. */
  want(): void {}

  upload(): boolean {
    if (this.#hasNew && this.#isReadable) return this.#uploadFrame();
    if (this.#hasFrame || this.#poster === undefined || this.#texture) return false;
    this.#put(this.#poster);
    return true;
  }

  patches(): Patch[] {
    return this.#texture ? [{ texture: this.#texture, coverage: FULL_SPHERE, rank: 0 }] : [];
  }

  forget(): void {
    this.#texture = undefined;
  }

  restore(): Promise<void> {
    if (this.#hasFrame) this.#arrive();
    return Promise.resolve();
  }

  release(): void {
    this.#controller.abort();
    clearTimeout(this.#timer);
    this.#poster?.close();
    this.#poster = undefined;
    if (this.#texture) this.#ground.textures.free(this.#texture);
    this.#texture = undefined;
  }

  #arrive(): void {
    this.#hasNew = true;
    this.#ground.changed();
  }

  get #isReadable(): boolean {
    const { videoWidth, readyState } = this.#video;
    return videoWidth > 0 && readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
  }

  #uploadFrame(): boolean {
    this.#hasNew = false;
    const { videoWidth: width, videoHeight: height } = this.#video;
    try {
      this.#put(this.#fitted(this.#video, width, height));
    } catch (error) {
      this.#options.failed?.(new PanoramaError("load-failed", String(error), this.#video.currentSrc));
      return false;
    }
    this.#hasFrame = true;
    this.#uploads++;
    this.#poster?.close();
    this.#poster = undefined;
    return true;
  }

  #put(frame: TexImageSource): void {
    const { textures } = this.#ground;
    this.#texture ??= textures.forFrames();
    textures.fill(this.#texture, frame);
  }

  /** Draws a frame that exceeds the texture limit at a smaller size first. */
  #fitted(frame: CanvasImageSource & TexImageSource, width: number, height: number): TexImageSource {
    const size = fitWithin(width, height, this.#ground.textures.limit);
    if (size.width === width) return frame;
    this.#scaler ??= new OffscreenCanvas(size.width, size.height);
    Object.assign(this.#scaler, size);
    this.#scaler.getContext("2d", { alpha: false })?.drawImage(frame, 0, 0, size.width, size.height);
    return this.#scaler;
  }

  /** Not awaited: without it the first frame is simply the first picture. */
  readonly #load = async (url: string): Promise<void> => {
    if (this.#hasFrame || this.#controller.signal.aborted) return;
    this.#requests++;
    try {
      const file = await fetchBlob(url, { signal: this.#controller.signal });
      const image = await decodeImage(file, url);
      const isLate = this.#hasFrame || this.#controller.signal.aborted;
      const isTooLarge = image.width > this.#ground.textures.limit;
      if (isLate || isTooLarge) image.close();
      else this.#poster = image;
    } catch {
      // The video loads anyway.
    }
    this.#requests--;
    if (!this.#controller.signal.aborted) this.#ground.changed();
  };
}
