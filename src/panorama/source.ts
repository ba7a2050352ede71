/** How a picture is described to the engine; plain data, the same for who makes the pyramid and who shows it. */

/** Size of one level of a pyramid in pixels. */
export interface PyramidLevel {
  readonly width: number;
  readonly height: number;
}

/**
 * What part of the sphere a picture covers that is not a full one: the GPano fields `FullPanoWidthPixels`,
 * `FullPanoHeightPixels`, `CroppedAreaLeftPixels`, `CroppedAreaTopPixels`. The cropped size is the source's
 * own `width` and `height`.
 */
export interface PanoramaArea {
  readonly fullWidth: number;
  readonly fullHeight: number;
  readonly left: number;
  readonly top: number;
}

/** How a camera was tilted, in degrees: the GPano fields `PosePitchDegrees` and `PoseRollDegrees`. */
export interface Pose {
  /** Of the picture's middle above the horizon, -90 to 90. */
  readonly pitch: number;
  /** Positive where the camera's right side was the lower one, -180 to 180. */
  readonly roll: number;
}

/**
 * An equirectangular picture as a pyramid of tiles. Tiles at the right and bottom edge are cut, never padded.
 */
export interface PanoramaSource {
  /** Width of the whole picture in pixels; the last level has this width. */
  readonly width: number;
  /** Height in pixels. Without `area` the picture is laid over the full sphere, so it should be half the width. */
  readonly height: number;
  /** Edge of a full tile in pixels, 512 as a rule. */
  readonly tileSize: number;
  /** Ascending by width; each is half the next one. */
  readonly levels: readonly PyramidLevel[];
  /** URL template; `{level}` is the index into `levels`, `{col}` and `{row}` count from the top left, from 0. */
  readonly tiles: string;
  /** URL of the whole picture at 1024x512 or thereabouts: the first thing shown, and what lies under the tiles. */
  readonly base: string;
  /** URL (or data URL) of the start view projected at 60 degrees high and 2:1; shown by the host as an `<img>`. */
  readonly poster?: string | undefined;
  /** Yaw at which north lies in the picture; needed by `keepHeading`. */
  readonly north?: number | undefined;
  /** Only for pictures that are not a full sphere. */
  readonly area?: PanoramaArea | undefined;
  /** Only for pictures of a tilted camera: they are shown level, and all directions are those of the level world. */
  readonly pose?: Pose | undefined;
}
