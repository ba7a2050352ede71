/** A comment, or anything else attached to a time and a direction in a video. */
export interface Pin {
  readonly id: string | number;
  readonly seconds: number;
  /** Degrees; null when it refers to the whole picture. */
  readonly yaw: number | null;
  readonly pitch: number | null;
  readonly label: string;
  /** Less prominent than the others. */
  readonly isResolved?: boolean | undefined;
}
