/**
 * Description of a picture for the engine; plain data, the same for the code that makes the pyramid and the code that
 * shows it.
 */

/** Size of one level of a pyramid in pixels. */
export interface PyramidLevel {
  readonly width: number;
  readonly height: number;
}

/**
 * The part of the sphere that a partial picture covers: the GPano fields `FullPanoWidthPixels`, `FullPanoHeightPixels`,
 * `CroppedAreaLeftPixels`, `CroppedAreaTopPixels`. The cropped size is the source's own `width` and `height`.
 */
export interface PanoramaArea {
  readonly fullWidth: number;
  readonly fullHeight: number;
  readonly left: number;
  readonly top: number;
}

/** Tilt of the camera, in degrees: the GPano fields `PosePitchDegrees` and `PoseRollDegrees`. */
export interface Pose {
  /** Of the picture's centre above the horizon, -90 to 90. */
  readonly pitch: number;
  /** Positive where the camera's right side was the lower one, -180 to 180. */
  readonly roll: number;
}

/** An equirectangular picture as a pyramid of tiles. Tiles at the right and bottom edge are cropped, never padded. */
export interface PanoramaSource {
  /** Width of the whole picture in pixels; the last level has this width. */
  readonly width: number;
  /** Height in pixels. Without `area` the picture is mapped to the full sphere, so it should be half the width. */
  readonly height: number;
  /** Edge of a full tile in pixels, usually 512. */
  readonly tileSize: number;
  /** Ascending by width; each is half the next one. */
  readonly levels: readonly PyramidLevel[];
  /** URL template; `{level}` is the index into `levels`, `{col}` and `{row}` count from the top left, from 0. */
  readonly tiles: string;
  /** URL of the whole picture at about 1024x512: shown first, and below the tiles. */
  readonly base: string;
  /** URL (or data URL) of the initial view projected at 60 degrees high and 2:1; shown by the host as an `<img>`. */
  readonly poster?: string | undefined;
  /** Yaw of north in the picture; needed by `keepHeading`. */
  readonly north?: number | undefined;
  /** Only for pictures that are not a full sphere. */
  readonly area?: PanoramaArea | undefined;
  /** Only for pictures of a tilted camera: they are shown level, and all directions refer to the levelled world. */
  readonly pose?: Pose | undefined;
}
