import type { Patch } from "./gl/renderer.ts";
import type { Textures } from "./gl/textures.ts";
import type { Camera } from "./projection/camera.ts";
import type { Coverage } from "./projection/coverage.ts";

/**
 * Something that can be laid on the sphere. The panorama knows pictures by this alone: a pyramid of tiles is one,
 * the frames of a video are another.
 */
export interface Picture {
  /** Where in the level world there is something to see: what the view is kept within. */
  readonly coverage: Coverage;
  /** Index of the level wanted last. */
  readonly level: number;
  /** Requests under way. */
  readonly requests: number;
  /** Whether everything the last view wanted is on the GPU. */
  readonly isSharp: boolean;
  /** Whether nothing more will come for the last view: sharp, or as sharp as the network allows. */
  readonly isSettled: boolean;
  /** Decides what a view needs and asks for it. */
  want(camera: Camera, pixelRatio: number): void;
  /** Moves at most `count` images that have arrived to the GPU; says whether any were moved. */
  upload(count: number): boolean;
  /** What to draw for the last view. */
  patches(): Patch[];
  /** The context was lost: forgets its textures. */
  forget(): void;
  /** The context is back: makes what is needed for the first frame. */
  restore(): Promise<void>;
  /** Frees everything and aborts what is under way. */
  release(): void;
}

/** What a picture is made on. */
export interface Ground {
  readonly textures: Textures;
  /** Something changed that a new frame would show. */
  readonly changed: () => void;
}
