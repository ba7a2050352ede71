import { fileOf } from "./canvas-file.ts";
import { attachControls } from "./controls/attach.ts";
import { type ControlHost, pointIn } from "./controls/control-host.ts";
import { Emitter } from "./emitter.ts";
import { PanoramaError } from "./error.ts";
import { FrameNews } from "./frame-news.ts";
import { MarkerLayer } from "./markers/marker-layer.ts";
import { Pilot } from "./motion/pilot.ts";
import type { Ground, Picture } from "./picture.ts";
import { fitPosterFov, Poster } from "./poster.ts";
import { type Camera, directionAt, pointOf } from "./projection/camera.ts";
import { FULL_SPHERE } from "./projection/coverage.ts";
import { nextView } from "./projection/heading.ts";
import { clampView, DEFAULT_VIEW } from "./projection/limits.ts";
import { Screen, statsOf } from "./screen.ts";
import type { PanoramaSource } from "./source.ts";
import { createStage, listenToStage, observeSize, type Size } from "./stage.ts";
import { BaseCache } from "./tiles/base-cache.ts";
import { checkSource } from "./tiles/pyramid.ts";
import { TiledPicture } from "./tiles/tiled-picture.ts";
import type {
  LookOptions,
  Marker,
  Panorama,
  PanoramaEvents,
  PanoramaOptions,
  PanoramaStats,
  ShowOptions,
  Surface,
} from "./types.ts";
import type { Direction, View } from "./view.ts";

const MAX_PIXEL_RATIO = 2;

/**
 * Creates a panorama that fills `container`, which may be any element with a size; adds one child to it.
 * @throws PanoramaError `no-webgl` when the browser cannot draw it; nothing is left behind then.
 */
export function createPanorama(container: HTMLElement, options: PanoramaOptions): Panorama {
  return new TiledPanorama(container, options);
}

class TiledPanorama implements Panorama {
  readonly element: HTMLElement;
  readonly #container: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #options: PanoramaOptions;
  readonly #screen: Screen<Picture>;
  readonly #pilot: Pilot;
  readonly #poster: Poster;
  readonly #markers: MarkerLayer;
  readonly #events = new Emitter<PanoramaEvents>();
  readonly #news: FrameNews;
  readonly #bases: BaseCache;
  readonly #abort = new AbortController();
  readonly #reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  #size: Size = { width: 2, height: 1, pixelRatio: 1 };
  #opening: AbortController | undefined;
  /** The picture on the screen, if it is a pyramid of tiles. */
  #tiled: TiledPicture | undefined;
  #home: View;
  #frame = 0;

  constructor(container: HTMLElement, options: PanoramaOptions) {
    const canvas = document.createElement("canvas");
    this.#container = container;
    this.#canvas = canvas;
    this.#options = options;
    this.#bases = new BaseCache(options.load);
    this.#screen = new Screen(canvas, () => this.#invalidate());
    this.element = createStage(container, canvas, options.label);
    this.#poster = new Poster(options.poster, canvas);
    this.#screen.isCovered = this.#poster.isUp;
    this.#pilot = new Pilot({
      view: { ...DEFAULT_VIEW, ...options.view },
      clamp: (view) => this.#clamp(view),
      isStill: () => this.#isStill,
      changed: () => this.#invalidate(),
    });
    this.#home = this.#pilot.view;
    this.#news = new FrameNews(this.#events, this.#home);
    this.#markers = new MarkerLayer(this.element, ({ id }, button) =>
      this.#events.emit("markerclick", { id, button }),
    );
    this.#attachControls();
    this.#listen(canvas);
    const maxPixelRatio = options.maxPixelRatio ?? MAX_PIXEL_RATIO;
    observeSize(this.element, maxPixelRatio, this.#abort.signal, (size) => this.#resize(size));
  }

  get view(): View {
    return this.#pilot.view;
  }

  get source(): PanoramaSource | undefined {
    return this.#tiled?.source;
  }

  get stats(): PanoramaStats {
    return statsOf(this.#screen);
  }

  async show(source: PanoramaSource, options: ShowOptions = {}): Promise<boolean> {
    checkSource(source);
    this.#opening?.abort();
    this.#opening = new AbortController();
    const signal = AbortSignal.any([this.#opening.signal, this.#abort.signal]);
    const picture = new TiledPicture(source, {
      textures: this.#screen.renderer.textures,
      load: this.#options.load,
      changed: () => this.#invalidate(),
      failed: (error) => this.#events.emit("error", error),
    });
    // Computed at each use: the view may turn while the base is loading.
    const firstView = () => nextView(this.#pilot.view, this.source, source, options);
    try {
      // The tiles are requested as soon as the base begins to arrive, under a poster even beside it: one round trip less
      // until it is sharp. The base comes first: behind six tiles it would wait for a free connection.
      const onResponse = () => picture.want(this.#camera(firstView()), this.#screen.pixelRatio);
      const base = this.#bases.load(source.base, { signal, onResponse });
      if (this.#poster.isUp) onResponse();
      const file = await base;
      await this.#poster.painted;
      signal.throwIfAborted();
      await picture.useBase(file);
      signal.throwIfAborted();
    } catch (error) {
      picture.release();
      if (signal.aborted) return false;
      throw error;
    }
    this.#exchange(picture, firstView(), options);
    return new Promise((resolve) => {
      this.#news.onceDrawn(() => resolve(this.#screen.picture === picture && !this.#abort.signal.aborted));
    });
  }

  lay<P extends Picture>(make: (ground: Ground) => P): P {
    this.#opening?.abort();
    const { textures } = this.#screen.renderer;
    const picture = make({ textures, changed: () => this.#invalidate() });
    this.#tiled = undefined;
    this.#screen.replace(picture, this.#camera(), !this.#isStill);
    this.#invalidate();
    return picture;
  }

  preload(source: PanoramaSource): void {
    if (!this.#abort.signal.aborted) this.#bases.preload(source.base);
  }

  async lookAt(view: Partial<View>, { animate = false }: LookOptions = {}): Promise<void> {
    const to = { ...this.#pilot.view, ...view };
    if (animate) await this.#pilot.fly(to);
    else this.#pilot.jump(to);
  }

  setMarkers(markers: readonly Marker[]): void {
    this.#markers.set(markers, getComputedStyle(this.#container).direction);
    this.#markers.place(this.#camera());
  }

  setLabel(label: string): void {
    this.element.ariaLabel = label;
  }

  directionAt(x: number, y: number): Direction {
    return directionAt(this.#camera(), x, y);
  }

  pointOf(direction: Direction): { x: number; y: number } | null {
    return pointOf(this.#camera(), direction);
  }

  on<Name extends keyof PanoramaEvents>(
    name: Name,
    listener: (event: PanoramaEvents[Name]) => void,
  ): () => void {
    return this.#events.on(name, listener);
  }

  readonly surface: Surface = {
    open: () => this.#screen.renderer.makeXRCompatible(),
    drawEyes: (eyes, view, size) => this.#screen.drawEyes(eyes, { view, ...size }),
  };

  async capture(type = "image/jpeg", quality = 0.92): Promise<Blob> {
    if (!this.#screen.drawForReading(this.#camera()))
      throw new PanoramaError("no-picture", "There is no picture.");
    return fileOf(this.#canvas, type, quality);
  }

  async fullscreen(on: boolean, element: HTMLElement = this.element): Promise<void> {
    if (on) await element.requestFullscreen();
    else if (document.fullscreenElement) await document.exitFullscreen();
  }

  destroy(): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    cancelAnimationFrame(this.#frame);
    this.#pilot.halt();
    this.#poster.handOver(true);
    this.#screen.destroy();
    this.#bases.clear();
    this.#events.clear();
    this.element.remove();
    this.#news.tellDrawn();
  }

  get #isStill(): boolean {
    return this.#options.reducedMotion ?? this.#reducedMotion.matches;
  }

  #camera(view: View = this.#pilot.view): Camera {
    return { view, width: this.#size.width, height: this.#size.height };
  }

  #clamp(view: View): View {
    const coverage = this.#screen.picture?.coverage ?? FULL_SPHERE;
    return clampView(view, this.#options.limits ?? {}, coverage, this.#size.width / this.#size.height);
  }

  #attachControls(): void {
    const host: ControlHost = {
      element: this.element,
      pilot: this.#pilot,
      signal: this.#abort.signal,
      camera: () => this.#camera(),
      clampFov: (fov) => this.#clamp({ ...this.#pilot.view, fov }).fov,
      home: () => this.#home,
    };
    attachControls(host, this.#options.controls);
  }

  #listen(canvas: HTMLCanvasElement): void {
    const { element } = this;
    listenToStage(element, canvas, this.#abort.signal, {
      pressed: (event) => {
        const { x, y } = pointIn(element, event);
        this.#events.emit("click", { ...this.directionAt(x, y), x, y });
      },
      contextLost: () => {
        this.#screen.lose();
        this.#events.emit("contextlost", undefined);
      },
      contextRestored: async () => {
        await this.#screen.restore();
        this.#news.blur();
        this.#news.onceDrawn(() => this.#events.emit("contextrestored", undefined));
      },
      online: () => this.#tiled?.retry(),
    });
  }

  /** Draws within the observer's call, before the browser paints: a resized canvas is empty. */
  #resize(size: Size): void {
    this.#size = size;
    this.#screen.resize(size);
    if (this.#poster.isUp && this.#options.view?.fov === undefined) {
      this.#pilot.jump({ ...this.#pilot.view, fov: fitPosterFov(size.width / size.height) });
      this.#home = this.#pilot.view;
      this.#news.keepView(this.#home);
    }
    this.#draw(performance.now());
  }

  #exchange(picture: TiledPicture, view: View, { view: asked }: ShowOptions): void {
    this.#tiled = picture;
    this.#screen.replace(picture, this.#camera(), !this.#isStill);
    this.#pilot.jump(view);
    if (asked) this.#home = { ...this.#home, ...asked };
    this.#news.blur();
    const { source } = picture;
    this.#news.onceDrawn(() => this.#events.emit("ready", { source }));
  }

  #invalidate(): void {
    if (this.#abort.signal.aborted || this.#frame) return;
    this.#frame = requestAnimationFrame((time) => {
      this.#frame = 0;
      this.#pilot.step(time);
      this.#draw(time);
    });
  }

  #draw(time: number): void {
    const { view } = this.#pilot;
    const isDrawn = this.#screen.draw(this.#camera(), time);
    this.#markers.place(this.#camera());
    const hasMoved = this.#news.tellView(view);
    if (!isDrawn) return;
    this.#news.tellDrawn();
    if (this.#tiled) this.#news.tellSharp(this.#tiled);
    // The poster is sharper than the base, so it stays until the tiles are loaded, unless it no longer fits the view.
    if (!this.#poster.isUp || !(hasMoved || this.#screen.picture?.isSettled)) return;
    this.#screen.isCovered = false;
    this.#poster.handOver(this.#isStill);
  }
}
