/** Error code for a video's bytes; the message is for the log. */
export type FilmRefusal =
  | "VIDEO_TYPE"
  | "VIDEO_UNREADABLE"
  | "VIDEO_CODEC"
  | "VIDEO_RESOLUTION"
  | "VIDEO_RATIO"
  | "VIDEO_DURATION";

export class BadFilm extends Error {
  readonly refusal: FilmRefusal;
  constructor(refusal: FilmRefusal, reason: string) {
    super(reason);
    this.name = "BadFilm";
    this.refusal = refusal;
  }
}

export const unreadable = (reason: string) => new BadFilm("VIDEO_UNREADABLE", reason);
