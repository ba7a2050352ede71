import type { Patch } from "./gl/renderer.ts";
import type { Textures } from "./gl/textures.ts";
import type { Camera } from "./projection/camera.ts";
import type { Coverage } from "./projection/coverage.ts";

/**
 * A drawable that is mapped to the sphere. The panorama only uses this interface: a pyramid of tiles is one
 * implementation, the frames of a video are another.
 */
export interface Picture {
  /** The visible area in the levelled world, to which the view is limited. */
  readonly coverage: Coverage;
  /** Index of the level last wanted. */
  readonly level: number;
  /** Requests in progress. */
  readonly requests: number;
  /** Whether all tiles wanted by the last view are on the GPU. */
  readonly isSharp: boolean;
  /** Whether nothing more will arrive for the last view: sharp, or as sharp as the network allows. */
  readonly isSettled: boolean;
  /** Determines the tiles that a view needs and requests them. */
  want(camera: Camera, pixelRatio: number): void;
  /** Uploads at most `count` loaded images to the GPU; returns whether any were uploaded. */
  upload(count: number): boolean;
  /** Patches to draw for the last view. */
  patches(): Patch[];
  /** The context was lost: drops its textures. */
  forget(): void;
  /** The context was restored: recreates what the first frame needs. */
  restore(): Promise<void>;
  /** Frees everything and aborts requests in progress. */
  release(): void;
}

/** Services that a picture is built on. */
export interface Ground {
  readonly textures: Textures;
  /** Reports a change that a new frame would show. */
  readonly changed: () => void;
}
