/** What a track is, as its decoder wants to know it before the first unit. */
export type TrackConfig = VideoConfig | AudioConfig;

export interface VideoConfig {
  readonly kind: "video";
  readonly codec: "avc" | "hevc" | "av1";
  /** The body of `avcC`, `hvcC` or `av1C`. */
  readonly description: Buffer;
  /** As RFC 6381 names it: `avc1.64001f`. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export interface AudioConfig {
  readonly kind: "audio";
  readonly codec: "aac" | "opus";
  /** AudioSpecificConfig of AAC; the body of `dOps` of Opus. */
  readonly description: Buffer;
  /** `mp4a.40.2`, `opus`. */
  readonly name: string;
  readonly sampleRate: number;
  readonly channels: number;
}

/** One picture, or one packet of sound. */
export interface AccessUnit {
  readonly track: "video" | "audio";
  /** H.264 and H.265 as length (4 bytes) and unit, one after the other; the others as they are. */
  readonly data: Buffer;
  /** When it is decoded, in microseconds of the sender's clock, from any beginning. */
  readonly dts: number;
  /** How much later it is shown, in microseconds. */
  readonly cts: number;
  readonly isKey: boolean;
}

/** Where a sender's media goes, whatever it was that it spoke. */
export interface MediaSink {
  /** Before the first unit of the track, and again when it changes. Harmless when nothing did. */
  configure(config: TrackConfig): void;
  write(unit: AccessUnit): void;
  /** The sender is gone or another takes over; the next unit begins anew, and viewers keep what they have. */
  interrupt(): void;
}

/** Units of the sink's clock in one second. */
export const MICROSECONDS = 1_000_000;
