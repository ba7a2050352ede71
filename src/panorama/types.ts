/** The public shapes of the engine: what is given to it, what it tells, what can be asked of it. */
import type { PanoramaError } from "./error.ts";
import type { Eye } from "./gl/renderer.ts";
import type { Ground, Picture } from "./picture.ts";
import type { PanoramaSource } from "./source.ts";
import type { Direction, View, ViewLimits } from "./view.ts";

export type { PanoramaErrorCode } from "./error.ts";
export type * from "./source.ts";
export type * from "./view.ts";

/** A point of interest: a real `<button>` that stays on its place of the sphere. */
export interface Marker extends Direction {
  /** Unique among the markers set together; a marker keeps its button as long as its id stays. */
  readonly id: string;
  /** Accessible name of the button, and its tooltip when no element is given. */
  readonly label: string;
  /** What the button shows. A `<button>` given here becomes the marker itself. Without it the label is shown. */
  readonly element?: HTMLElement | undefined;
  /** Classes for the host's styles, added to `panorama-marker`. */
  readonly className?: string | undefined;
  /** Point of the button that lies on the direction, as shares of its size; the middle, [0.5, 0.5], unless told. */
  readonly anchor?: readonly [x: number, y: number] | undefined;
}

/** Ways of moving; every one is on unless switched off. */
export interface ControlOptions {
  readonly drag?: boolean | undefined;
  readonly wheel?: boolean | undefined;
  readonly keyboard?: boolean | undefined;
  readonly doubleClick?: boolean | undefined;
}

/** Brings the file behind a URL of a source; should reject soon after the signal aborts. */
export type LoadFile = (url: string, options: { readonly signal?: AbortSignal | undefined }) => Promise<Blob>;

export interface PanoramaOptions {
  /** Accessible name of the picture; give it in the language of the page. */
  readonly label: string;
  /** Where to look first and on Home: yaw 0, pitch 0, fov 60 unless told otherwise. */
  readonly view?: Partial<View> | undefined;
  /**
   * The `<img>` with the first source's poster, lying exactly over the container with `object-fit: cover`.
   * The engine waits for its paint before it costs anything, fades in above it when it can show at least the
   * same sharpness (or the visitor moves), then removes it from the document.
   */
  readonly poster?: HTMLImageElement | undefined;
  /** Brings the files of sources instead of `fetch`, for pages that may not fetch. Rejects when it cannot. */
  readonly load?: LoadFile | undefined;
  readonly limits?: ViewLimits | undefined;
  readonly controls?: ControlOptions | undefined;
  /** No cross-fades, inertia or flights. Follows `prefers-reduced-motion` unless told otherwise. */
  readonly reducedMotion?: boolean | undefined;
  /** Most device pixels per CSS pixel that are drawn, 2 unless told otherwise. */
  readonly maxPixelRatio?: number | undefined;
}

export interface ShowOptions {
  /** Where to look in the new picture; what is left out is kept from the current view. */
  readonly view?: Partial<View> | undefined;
  /** Keep looking at the same point of the compass, by `north` of both pictures. `view.yaw` wins over it. */
  readonly keepHeading?: boolean | undefined;
}

export interface LookOptions {
  /** Fly there instead of jumping; ignored under reduced motion. */
  readonly animate?: boolean | undefined;
}

/** Names and payloads of everything a panorama tells. */
export interface PanoramaEvents {
  /** The view changed, by whom and how ever; at most once a frame. */
  view: View;
  /** The base of a picture is on the screen (or under the poster). */
  ready: { source: PanoramaSource };
  /** Every visible tile of the wanted level is drawn; again after each change that needed new ones. */
  sharp: { source: PanoramaSource; level: number };
  /** A tile or a base could not be loaded after several attempts; the picture stays usable. */
  error: PanoramaError;
  /** The graphics context went away (driver reset, laptop asleep); the last picture comes back by itself. */
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
  /** Requests under way. */
  readonly requests: number;
  /** Frames drawn since the start. */
  readonly frames: number;
  /** Index of the level wanted by the current view, -1 before a picture is shown. */
  readonly level: number;
}

/** What draws, for who brings eyes of his own. */
export interface Surface {
  /** The context, made fit for headsets. */
  open(): Promise<WebGL2RenderingContext>;
  /** Draws eyes; tiles are chosen for a view of `width` by `height` pixels. */
  drawEyes(eyes: readonly Eye[], view: View, size: { readonly width: number; readonly height: number }): void;
}

export interface Panorama {
  /** The focusable element (role `application`) that holds canvas and markers. */
  readonly element: HTMLElement;
  readonly view: View;
  readonly source: PanoramaSource | undefined;
  readonly stats: PanoramaStats;
  /**
   * Shows a picture. The old one stays until the new base is there, then fades over.
   * @returns true when the picture is on the screen, false when a later `show` or `destroy` came before it.
   * @throws PanoramaError `load-failed` when the base cannot be loaded; the old picture stays.
   */
  show(source: PanoramaSource, options?: ShowOptions): Promise<boolean>;
  /**
   * Shows a picture of another kind, such as the frames of `video/video-picture.ts`, and keeps the view. `make` is called
   * at once; what it makes is freed by whatever is shown next and by `destroy`.
   */
  lay<P extends Picture>(make: (ground: Ground) => P): P;
  /** Fetches the base of a picture that is likely next, at low priority. Never fails. */
  preload(source: PanoramaSource): void;
  /** Turns to a view; what is left out stays. Resolves when it is reached or something else moved the view. */
  lookAt(view: Partial<View>, options?: LookOptions): Promise<void>;
  /** Replaces the set of markers; those whose id stays keep their button, focus included. */
  setMarkers(markers: readonly Marker[]): void;
  /** Changes the accessible name, for instance after a change of language or room. */
  setLabel(label: string): void;
  /** Direction under a point of the element in CSS pixels. */
  directionAt(x: number, y: number): Direction;
  /** Point of the element in CSS pixels at which a direction is seen, null when it lies behind. */
  pointOf(direction: Direction): { x: number; y: number } | null;
  /** Listens; the result stops listening. */
  on<Name extends keyof PanoramaEvents>(
    name: Name,
    listener: (event: PanoramaEvents[Name]) => void,
  ): () => void;
  /**
   * What is seen, without markers, as a file of the canvas' size in device pixels: `image/jpeg` unless told otherwise.
   * Rejects with PanoramaError `no-picture` while there is none.
   */
  capture(type?: string, quality?: number): Promise<Blob>;
  /** For extras that show the picture elsewhere than on the page, such as `extras/vr.ts`. */
  readonly surface: Surface;
  /** Enters full screen with the given element (its own one unless told otherwise), or leaves it. */
  fullscreen(on: boolean, element?: HTMLElement): Promise<void>;
  /** Frees everything on the GPU and in the document. Calls afterwards do nothing. */
  destroy(): void;
}
