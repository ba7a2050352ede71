/** Configuration of a track, as its decoder needs it before the first unit. */
export type TrackConfig = VideoConfig | AudioConfig;

export interface VideoConfig {
  readonly kind: "video";
  readonly codec: "avc" | "hevc" | "av1";
  /** The body of `avcC`, `hvcC` or `av1C`. */
  readonly description: Buffer;
  /** As in RFC 6381: `avc1.64001f`. */
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

/** One picture, or one audio packet. */
export interface AccessUnit {
  readonly track: "video" | "audio";
  /** H.264 and H.265 as length (4 bytes) and unit, one after the other; other codecs unchanged. */
  readonly data: Buffer;
  /** Decoding time, in microseconds of the sender's clock, from any origin. */
  readonly dts: number;
  /** Offset of its presentation from `dts`, in microseconds. */
  readonly cts: number;
  readonly isKey: boolean;
}

/** Destination of a sender's media, independent of its protocol. */
export interface MediaSink {
  /** Called before the first unit of the track, and again when it changes. Harmless when nothing changed. */
  configure(config: TrackConfig): void;
  write(unit: AccessUnit): void;
  /** The sender is gone or another takes over; the next unit starts a new run, and viewers keep their media. */
  interrupt(): void;
}

/** Units of the sink's clock per second. */
export const MICROSECONDS = 1_000_000;
