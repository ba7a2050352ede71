/**
 * Players of what moves, without React: to be loaded by `import()` where something is played. Each fills the element it
 * is given, which needs a size, and leaves nothing behind when it is closed. Cameras are `camera/camera-tile.ts` and
 * `camera/camera-player.ts`, which bring nothing of the sphere along.
 */

export { openFilmPlayer } from "./film/film-player.ts";
export type {
  FilmPlayer,
  FilmPlayerEvents,
  FilmPlayerOptions,
  FilmStart,
  FilmState,
} from "./film/film-types.ts";
export type { Pin } from "./film/timeline.ts";
export {
  type LiveNow,
  type LivePlayer,
  type LivePlayerOptions,
  type LivePlayerState,
  openLivePlayer,
} from "./live/live-player.ts";
export type { LiveMode } from "./source/live-source.ts";
