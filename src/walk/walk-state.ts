import type { Points } from "./measure-pair.ts";
import type { Ratio } from "./ratios.ts";
import type { Features, WalkKeyframe } from "./types.ts";

/** A picture where the camera had moved since the last one; pictures of a stop belong to one node. */
export interface WalkNode {
  readonly id: number;
  readonly picture: number;
  readonly features: Features;
}

/** A measured pair of nodes, radians. */
export interface NodePair {
  readonly from: number;
  readonly to: number;
  readonly turn: number;
  readonly direction: number;
  readonly climb: number;
  readonly tiltX: number;
  readonly tiltY: number;
  readonly turnError: number;
  readonly directionError: number;
  readonly quality: number;
  /** Height of the camera over the floor in units of the step; 0 when no floor was seen. */
  readonly eye: number;
}

export interface ReadPicture {
  readonly at: number;
  readonly sharpness: number;
  /** Node that shows its position; -1 for a picture that fits nowhere. */
  readonly node: number;
  /** Its heading minus that of the node, radians. */
  readonly turn: number;
}

/** Everything a reader needs to continue: plain objects and typed arrays, for `v8.serialize`. */
export interface WalkState {
  readonly version: 1;
  /** Pictures before this time are done; decode again from here. */
  readonly at: number;
  readonly pictures: readonly ReadPicture[];
  /** Picture of each node. */
  readonly nodePictures: readonly number[];
  readonly pairs: readonly NodePair[];
  readonly ratios: readonly Ratio[];
  readonly recent: readonly WalkNode[];
  readonly recentPairs: readonly { readonly pair: number; readonly points: Points }[];
  readonly lost: number;
  readonly carrier: { readonly still: Float32Array; readonly seen: Float32Array };
  readonly keyframes: readonly WalkKeyframe[];
}

export const noState: WalkState = {
  version: 1,
  at: 0,
  pictures: [],
  nodePictures: [],
  pairs: [],
  ratios: [],
  recent: [],
  recentPairs: [],
  lost: 0,
  carrier: { still: new Float32Array(0), seen: new Float32Array(0) },
  keyframes: [],
};
