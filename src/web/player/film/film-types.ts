import type { Language } from "#contract/languages.ts";
import type { FilmPlayback } from "#contract/videos.ts";
import type { Direction, Panorama, View } from "#panorama/types.ts";
import type { FilmTrouble } from "../source/film-source.ts";
import type { Pin } from "./timeline.ts";

/** Where a film begins: at which second, and where one looks; degrees. */
export interface FilmStart {
  readonly seconds?: number | undefined;
  readonly yaw?: number | undefined;
  readonly pitch?: number | undefined;
  readonly fov?: number | undefined;
}

export interface FilmPlayerOptions {
  readonly playback: FilmPlayback;
  /** Names the film to a screen reader. */
  readonly title?: string | undefined;
  /** Yaw at which north lies in the picture. */
  readonly north?: number | undefined;
  /** Begins by itself: without sound where the browser allows no more. */
  readonly autoPlay?: boolean | undefined;
  readonly muted?: boolean | undefined;
  readonly loop?: boolean | undefined;
  readonly start?: FilmStart | undefined;
  /** Seconds, until the film itself has told; 0 when nobody knows. */
  readonly duration?: number | undefined;
  readonly pins?: readonly Pin[] | undefined;
  /** The first view as the page came with it; it is put into the player and leaves with the first frame. */
  readonly posterImage?: HTMLImageElement | undefined;
  /** Of the page unless said. */
  readonly language?: Language | undefined;
  /** Fresh addresses, for when the old ones end; null when the film is gone. Without it those given have to do. */
  readonly refresh?: (() => Promise<FilmPlayback | null>) | undefined;
  /** Whether more sizes are being made, so that it is worth asking again. */
  readonly isGrowing?: (() => boolean) | undefined;
  /** False within another page, whose wheel scrolls it. */
  readonly wheel?: boolean | undefined;
  /** Whether keys work wherever the focus is, as on a page of its own; else only within the player. */
  readonly ownsPage?: boolean | undefined;
}

export type FilmState = "loading" | "paused" | "playing" | "waiting" | "ended" | "failed";

export interface FilmPlayerEvents {
  /** Some four times a second while it plays, and after each jump. */
  time: { readonly seconds: number; readonly duration: number };
  view: View;
  state: FilmState;
  /** A pin was pressed, on the time line or in the picture; the player is there already. */
  pin: { readonly id: Pin["id"] };
  /** The picture was pressed without dragging: in which direction, and at which second. */
  press: Direction & { readonly seconds: number };
  error: { readonly trouble: FilmTrouble };
}

export interface FilmPlayer {
  /** Picture and controls; what goes to full screen. */
  readonly element: HTMLElement;
  /** Undefined where the browser cannot draw a sphere: the whole picture is then shown flat. */
  readonly panorama: Panorama | undefined;
  readonly state: FilmState;
  readonly seconds: number;
  readonly duration: number;
  view(): View;
  /** Goes to a second, and looks in a direction if told to. */
  seek(seconds: number, direction?: { yaw: number; pitch: number; fov?: number } | null): void;
  play(): void;
  pause(): void;
  setPins(pins: readonly Pin[]): void;
  /** Addresses or sizes that became known otherwise. */
  update(playback: FilmPlayback): void;
  /** What is seen, as a JPEG; rejects without a picture. */
  capture(): Promise<Blob>;
  on<Name extends keyof FilmPlayerEvents>(
    name: Name,
    listener: (event: FilmPlayerEvents[Name]) => void,
  ): () => void;
  /** Frees everything and leaves the document. */
  close(): void;
}
