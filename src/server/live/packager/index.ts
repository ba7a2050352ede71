/**
 * Converts a sender's units to content that a browser plays, in memory. A sender (RTMP, a browser, a camera by RTSP)
 * writes into `createPackager()`, which is a `MediaSink`; `respond()` answers requests of players. This folder is
 * independent of channels, tokens and sockets, so that a camera's relay uses it unchanged.
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
