/** Public types of the engine: its inputs, its events, its methods. */
import type { PanoramaError } from "./error.ts";
import type { Eye } from "./gl/renderer.ts";
import type { Ground, Picture } from "./picture.ts";
import type { PanoramaSource } from "./source.ts";
import type { Direction, View, ViewLimits } from "./view.ts";

export type { PanoramaErrorCode } from "./error.ts";
export type * from "./source.ts";
export type * from "./view.ts";

/** A point of interest: a real `<button>` that stays at its position on the sphere. */
export interface Marker extends Direction {
  /** Unique among the markers set together; a marker keeps its button as long as its id stays. */
  readonly id: string;
  /** Accessible name of the button, and its tooltip when no element is given. */
  readonly label: string;
  /** Content of the button. A `<button>` given here becomes the marker itself. Without it the label is shown. */
  readonly element?: HTMLElement | undefined;
  /** Classes for the host's styles, added to `panorama-marker`. */
  readonly className?: string | undefined;
  /** Point of the button that is placed at the direction, as shares of its size; the default is the centre, [0.5, 0.5]. */
  readonly anchor?: readonly [x: number, y: number] | undefined;
}

/** Controls; every one is on unless switched off. */
export interface ControlOptions {
  readonly drag?: boolean | undefined;
  readonly wheel?: boolean | undefined;
  readonly keyboard?: boolean | undefined;
  readonly doubleClick?: boolean | undefined;
}

/** Loads the file behind a URL of a source; should reject soon after the signal aborts. */
export type LoadFile = (url: string, options: { readonly signal?: AbortSignal | undefined }) => Promise<Blob>;

export interface PanoramaOptions {
  /** Accessible name of the picture, in the language of the page. */
  readonly label: string;
  /** Initial view, also for Home: yaw 0, pitch 0, fov 60 by default. */
  readonly view?: Partial<View> | undefined;
  /**
   * The `<img>` with the first source's poster, placed exactly over the container with `object-fit: cover`. The engine
   * waits for its paint before doing anything expensive, fades in above it when it can show at least the same sharpness
   * (or the user moves), then removes it from the document.
   */
  readonly poster?: HTMLImageElement | undefined;
  /** Loads the files of sources instead of `fetch`, for pages that may not fetch. Rejects on failure. */
  readonly load?: LoadFile | undefined;
  readonly limits?: ViewLimits | undefined;
  readonly controls?: ControlOptions | undefined;
  /** No cross-fades, inertia or flights. Follows `prefers-reduced-motion` by default. */
  readonly reducedMotion?: boolean | undefined;
  /** Maximum number of device pixels drawn per CSS pixel. Default 2. */
  readonly maxPixelRatio?: number | undefined;
}

export interface ShowOptions {
  /** View of the new picture; omitted values are kept from the current view. */
  readonly view?: Partial<View> | undefined;
  /** Keeps the compass heading, by `north` of both pictures. `view.yaw` takes precedence. */
  readonly keepHeading?: boolean | undefined;
}

export interface LookOptions {
  /** Flies there instead of jumping; ignored under reduced motion. */
  readonly animate?: boolean | undefined;
}

/** Names and payloads of all events of a panorama. */
export interface PanoramaEvents {
  /** The view changed, for any reason; at most once a frame. */
  view: View;
  /** The base of a picture is on the screen (or under the poster). */
  ready: { source: PanoramaSource };
  /** Every visible tile of the wanted level is drawn; again after each change that needed new ones. */
  sharp: { source: PanoramaSource; level: number };
  /** A tile or a base could not be loaded after several attempts; the picture stays usable. */
  error: PanoramaError;
  /** The graphics context was lost (driver reset, laptop asleep); the last picture is restored automatically. */
  contextlost: undefined;
  contextrestored: undefined;
  /** A marker was pressed by pointer or keyboard. */
  markerclick: { id: string; button: HTMLButtonElement };
  /** The picture itself was pressed without dragging. */
  click: Direction & { x: number; y: number };
}

/** Counters for tests and diagnosis; reading them costs nothing. */
export interface PanoramaStats {
  /** Textures alive on the GPU, tiles and base together. */
  readonly textures: number;
  /** Requests in progress. */
  readonly requests: number;
  /** Frames drawn since the start. */
  readonly frames: number;
  /** Index of the level wanted by the current view, -1 before a picture is shown. */
  readonly level: number;
}

/** Drawing surface for callers with eyes of their own, such as a headset. */
export interface Surface {
  /** The context, made compatible with headsets. */
  open(): Promise<WebGL2RenderingContext>;
  /** Draws eyes; tiles are selected for a view of `width` by `height` pixels. */
  drawEyes(eyes: readonly Eye[], view: View, size: { readonly width: number; readonly height: number }): void;
}

export interface Panorama {
  /** The focusable element (role `application`) that holds canvas and markers. */
  readonly element: HTMLElement;
  readonly view: View;
  readonly source: PanoramaSource | undefined;
  readonly stats: PanoramaStats;
  /**
   * Shows a picture. The old one stays until the new base is loaded, then fades over.
   * @returns true when the picture is on the screen, false when a later `show` or `destroy` came before it.
   * @throws PanoramaError `load-failed` when the base cannot be loaded; the old picture stays.
   */
  show(source: PanoramaSource, options?: ShowOptions): Promise<boolean>;
  /**
   * Shows a picture of another kind, such as the frames of `video/video-picture.ts`, and keeps the view. `make` is
   * called at once; the next picture shown or `destroy` frees its result.
   */
  lay<P extends Picture>(make: (ground: Ground) => P): P;
  /** Fetches the base of a picture that is likely to be next, at low priority. Never fails. */
  preload(source: PanoramaSource): void;
  /** Turns to a view; omitted values stay. Resolves when it is reached or another movement takes over. */
  lookAt(view: Partial<View>, options?: LookOptions): Promise<void>;
  /** Replaces the set of markers; those whose id stays keep their button and focus. */
  setMarkers(markers: readonly Marker[]): void;
  /** Changes the accessible name, for instance after a change of language or room. */
  setLabel(label: string): void;
  /** Direction under a point of the element in CSS pixels. */
  directionAt(x: number, y: number): Direction;
  /** Point of the element in CSS pixels at which a direction is seen, null when it is behind the camera. */
  pointOf(direction: Direction): { x: number; y: number } | null;
  /** Adds a listener; the returned function removes it. */
  on<Name extends keyof PanoramaEvents>(
    name: Name,
    listener: (event: PanoramaEvents[Name]) => void,
  ): () => void;
  /**
   * The current view without markers, as a file of the canvas's size in device pixels: `image/jpeg` by default. Rejects
   * with PanoramaError `no-picture` while there is none.
   */
  capture(type?: string, quality?: number): Promise<Blob>;
  /** For extras that show the picture outside the page, such as `extras/vr.ts`. */
  readonly surface: Surface;
  /** Enters full screen with the given element (by default its own), or leaves it. */
  fullscreen(on: boolean, element?: HTMLElement): Promise<void>;
  /** Frees all resources on the GPU and in the document. Later calls do nothing. */
  destroy(): void;
}
