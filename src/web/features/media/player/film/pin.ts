/** A comment, or whatever else belongs to a second of a film and a direction of its picture. */
export interface Pin {
  readonly id: string | number;
  readonly seconds: number;
  /** Degrees; null when it means the whole picture. */
  readonly yaw: number | null;
  readonly pitch: number | null;
  readonly label: string;
  /** Less prominent than the others. */
  readonly isResolved?: boolean | undefined;
}
