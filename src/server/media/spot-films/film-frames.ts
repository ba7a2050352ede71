import type { SpherePart } from "#contract/gpano.ts";
import type { Window } from "../view-window.ts";

export interface FrameSize {
  /** Pixels, both even. */
  readonly width: number;
  readonly height: number;
}

/** One date of a time-lapse, with its picture as files of this machine. */
export interface FilmDate {
  /** The small picture of the whole sphere, by which the exposure is measured. */
  readonly base: string;
  /** The level that is drawn, and the position of the picture on the sphere at its full size. */
  readonly level: { readonly width: number; readonly height: number };
  readonly place: SpherePart & { readonly width: number; readonly height: number };
  /** The part of the level that is drawn. */
  readonly window: Window;
  /** Paths of its tiles, by `column_row`. */
  readonly tiles: Readonly<Record<string, string>>;
  /** Yaw of the direction of view in this picture, in degrees. */
  readonly yaw: number;
  /** Text in the corner; null for none. */
  readonly stamp: string | null;
}

/** Input of the drawing process: plain data. Durations are in frames. */
export interface FramesOrder {
  readonly size: FrameSize;
  /** Vertical field of view and pitch, in degrees. */
  readonly fov: number;
  readonly pitch: number;
  /** Whether the view turns by 360 degrees in total. */
  readonly isTurning: boolean;
  readonly hold: number;
  readonly fade: number;
  /** Font files of the stamp, one per script, and their families in order of preference. */
  readonly fonts: { readonly files: readonly string[]; readonly families: string };
  /** Whether the stamp is in the right corner. */
  readonly isRightToLeft: boolean;
  readonly dates: readonly FilmDate[];
}

/** Number of frames of a whole time-lapse. */
export const framesOf = ({ hold, fade, dates }: Pick<FramesOrder, "hold" | "fade" | "dates">): number =>
  dates.length * hold + (dates.length - 1) * fade;
