/** Error codes, for the host to translate. */
export type PanoramaErrorCode =
  /** The browser has no WebGL 2 or refuses it. */
  | "no-webgl"
  /** A base or a tile could not be fetched or decoded. */
  | "load-failed"
  /** The source description contradicts itself. */
  | "bad-source"
  /** The view cannot be read, because there is no picture. */
  | "no-picture";

export class PanoramaError extends Error {
  readonly code: PanoramaErrorCode;
  /** The URL that failed, for `load-failed`. */
  readonly url: string | undefined;

  constructor(code: PanoramaErrorCode, message: string, url?: string) {
    super(message);
    this.name = "PanoramaError";
    this.code = code;
    this.url = url;
  }
}
