/**
 * From units of a sender to what a browser plays, in memory. A sender (RTMP, a browser, a camera by RTSP) writes into
 * `createPackager()`, which is a `MediaSink`; `respond()` answers what players ask for. Nothing here knows channels,
 * tokens or sockets, so that a camera's relay uses it as it is.
 */
export {
  aacConfig,
  av1Config,
  avcConfig,
  avcDescription,
  hevcConfig,
  opusConfig,
} from "./codecs.ts";
export type { AccessUnit, AudioConfig, MediaSink, TrackConfig, VideoConfig } from "./media.ts";
export { createPackager, type Packager, type PackagerOptions } from "./packager.ts";
export { type HlsReply, respond } from "./respond.ts";
export type { Head, Part, Segment } from "./window.ts";
