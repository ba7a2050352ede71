/** A file sent to a player. */
export interface FeedFile {
  readonly bytes: Buffer;
  readonly type: string;
  /** Seconds for which the same address returns the same content. */
  readonly seconds: number;
}

/** A key frame as coded by the camera, with the parameter sets that a decoder needs before it. */
export interface CodedPicture {
  readonly bytes: Buffer;
  /** Format names of ffmpeg. */
  readonly format: "mpegts" | "mov" | "h264";
}

/** Video format of a camera. */
export interface PictureFacts {
  readonly width: number | null;
  readonly height: number | null;
  /** By RFC 6381, or the family alone: `avc1.64001f`, `hevc`. */
  readonly codec: string | null;
}

/**
 * One camera with at least one viewer. However many there are, the camera is requested once. Everything throws
 * CAMERA_FORBIDDEN, CAMERA_SILENT, CAMERA_REFUSES, CAMERA_NO_STREAM or CAMERA_UNREADABLE.
 */
export interface Feed {
  /** By the name below the link: `live.m3u8`, or one from a playlist of this feed. Null for unknown names. */
  file(name: string): Promise<FeedFile | null>;
  picture(): Promise<CodedPicture>;
  /** Verifies that video arrives, and returns its format. */
  facts(): Promise<PictureFacts>;
  /** Milliseconds without a request after which it is closed. */
  readonly idle: number;
  close(): void;
}

export const PLAYLIST = "live.m3u8";
export const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";
