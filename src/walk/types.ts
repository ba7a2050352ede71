/**
 * A walk is a level 360 video of a person who walks through a building. Angles of this folder are in degrees unless a
 * name ends in `Radians`. Yaw is 0 at the centre of a picture and positive to the right; pitch is positive upwards; a
 * heading is the compass direction of yaw 0, clockwise. `x` points to heading 90 and `y` to heading 0 of a track; on a floor
 * plan `x` points to the right and `y` down, as in the positions of rooms.
 */

/** A grey equirectangular picture; `width` is twice `height`, row 0 is the zenith. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  /** Seconds since the start of the video. */
  readonly at: number;
  /** One byte per pixel, row by row. */
  readonly grey: Uint8Array;
}

/** Corners of a picture with their descriptors; typed arrays, so that `v8.serialize` and structured clones are small. */
export interface Features {
  readonly count: number;
  /** Yaw and pitch of each corner in radians: two numbers per corner. */
  readonly anglesRadians: Float32Array;
  /** Eight words of 32 bits per corner, compared bit by bit. */
  readonly words: Int32Array;
  /** Level of the pyramid on which each corner was found. */
  readonly levels: Uint8Array;
  /** Edges of the whole picture, see `outlineOf`; absent in features that were stored before it existed. */
  readonly outline?: Int8Array | undefined;
}

/** The sharpest picture of its time slot, and where the walk was then. */
export interface WalkPicture {
  /** Seconds since the start of the video. */
  readonly at: number;
  /** Variance of the Laplacian in the middle of the picture; comparable within one video only. */
  readonly sharpness: number;
  /** Position in the track's own frame; the unit is the median step between pictures of the walk. */
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  /** Floors above the first picture, as proposed from the climb. */
  readonly storey: number;
}

/** Relative position of two pictures, as measured. */
export interface WalkPair {
  readonly from: number;
  readonly to: number;
  /** Heading of `to` minus heading of `from`, -180 to 180. */
  readonly turn: number;
  /** Yaw of the step in `from`. */
  readonly direction: number;
  /** Pitch of the step in `from`. */
  readonly climb: number;
  /** Length of the step in units of the median step. 0 while the camera stands still. */
  readonly step: number;
  /** 0 for a guess, 1 for a pair that many corners confirm and no second solution contests. */
  readonly quality: number;
}

/** How far the step to the next picture can be trusted; link `i` joins the pictures `i` and `i + 1`. */
export interface WalkLink {
  readonly quality: number;
  /** Standard error of the change of heading, degrees. */
  readonly turnError: number;
  /** Standard error of the direction of the step, degrees. */
  readonly directionError: number;
  /** Standard error of the length of the step, as a share of it. */
  readonly stepError: number;
}

/** Pictures `from` to `to` show the same position. */
export interface WalkStop {
  readonly from: number;
  readonly to: number;
}

/** The walk reached another floor at picture `at`; `storeys` is negative on the way down. */
export interface WalkFloorChange {
  readonly at: number;
  readonly storeys: number;
}

/** The course of a walk as its video shows it; JSON, about 200 bytes per picture. */
export interface WalkPath {
  readonly version: 1;
  readonly pictures: readonly WalkPicture[];
  /** One fewer than pictures. */
  readonly links: readonly WalkLink[];
  readonly stops: readonly WalkStop[];
  readonly floorChanges: readonly WalkFloorChange[];
  /** Metres of one unit of the track, inferred from the height of the camera over the floor, else from the pace. */
  readonly stepMetres: number;
  /** Tilt of the camera that the whole video shares; already removed. */
  readonly tilt: { readonly pitch: number; readonly roll: number };
  /** False when too few pairs could be measured; positions are then spread by time. */
  readonly hasVision: boolean;
}

/** A floor plan that the walk is placed on. */
export interface WalkSheet {
  readonly id: string;
  /** Width divided by height of the floor plan. */
  readonly aspect: number;
  /** Width in metres, when the scale of the floor plan is known. */
  readonly metres?: number;
}

/** Where a picture was taken, as pressed by a user or found by `alignWalk`. */
export interface WalkTap {
  /** Index in `WalkPath.pictures`. */
  readonly picture: number;
  readonly sheet: string;
  /** Shares of the floor plan's width and height. */
  readonly x: number;
  readonly y: number;
  /** Standard error in metres; 0.3 for a press. */
  readonly error?: number;
  /** Heading of the picture on the floor plan, when it is known: clockwise from the plan's upper edge. */
  readonly heading?: number;
}

/** Position of a picture on a floor plan. */
export interface PlacedPicture {
  readonly sheet: string;
  /** Shares of the floor plan's width and height. */
  readonly x: number;
  readonly y: number;
  /** Clockwise from the plan's upper edge, 0 to 360. */
  readonly heading: number;
  /** Expected error in metres, as far as the scale is known or can be inferred from the pace. */
  readonly error: number;
  /** Drawn dashed: the position may be wrong by more than a metre. */
  readonly isUncertain: boolean;
}

/** Consecutive pictures, both ends included, that are drawn dashed. */
export interface UncertainStretch {
  readonly from: number;
  readonly to: number;
}

export interface PlacedWalk {
  /** One per picture of the path; empty without a tap. */
  readonly pictures: readonly PlacedPicture[];
  readonly uncertain: readonly UncertainStretch[];
  /** The picture whose position is least sure: the best next tap. Undefined when every picture is sure enough. */
  readonly next: number | undefined;
  /**
   * `vision` follows the path; `time` spreads pictures evenly between taps, since the video has no usable path or a
   * single tap gives neither scale nor direction.
   */
  readonly method: "vision" | "time";
  /** Taps that contradict the path and the other taps: indices in the list of taps. */
  readonly doubtful: readonly number[];
}

/** A picture of an earlier visit whose position is known. */
export interface KnownSpot {
  readonly id: string;
  readonly sheet: string;
  readonly x: number;
  readonly y: number;
  /** Heading of its yaw 0, clockwise from the plan's upper edge; undefined when north is unknown. */
  readonly heading?: number;
  readonly features: Features;
}

/** A picture of a walk with its features, kept every few steps for alignment. */
export interface WalkKeyframe {
  readonly picture: number;
  readonly features: Features;
}

/** A picture that shows the position of a known spot. */
export interface SpotMatch {
  readonly picture: number;
  readonly spot: string;
  /** 0 to 1; matches below 0.5 are proposals for a person, never used by themselves. */
  readonly confidence: number;
  /** Turn from the spot's picture to this one, degrees. */
  readonly turn: number;
  /** Corners that confirm the match. */
  readonly inliers: number;
}

export interface AlignedWalk {
  /** For `placeWalk`, before or together with taps of a user. */
  readonly taps: readonly WalkTap[];
  readonly matches: readonly SpotMatch[];
  /** Share of pictures between the first and the last tap, 0 to 1. */
  readonly share: number;
}
