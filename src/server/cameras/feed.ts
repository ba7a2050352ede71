/** What a player is sent. */
export interface FeedFile {
  readonly bytes: Buffer;
  readonly type: string;
  /** Seconds for which the same address answers the same. */
  readonly seconds: number;
}

/** A key picture as the camera has coded it, with what a decoder needs before it. */
export interface CodedPicture {
  readonly bytes: Buffer;
  /** Names of formats as ffmpeg has them. */
  readonly format: "mpegts" | "mov" | "h264";
}

/** What pictures a camera sends. */
export interface PictureFacts {
  readonly width: number | null;
  readonly height: number | null;
  /** As RFC 6381 names it, or the family alone: `avc1.64001f`, `hevc`. */
  readonly codec: string | null;
}

/**
 * One camera while somebody watches it. However many they are, the camera is asked once. Everything throws
 * CAMERA_FORBIDDEN, CAMERA_SILENT, CAMERA_REFUSES, CAMERA_NO_STREAM or CAMERA_UNREADABLE.
 */
export interface Feed {
  /** By the name below the link: `live.m3u8`, or one that a playlist of this feed told. Null for what there is not. */
  file(name: string): Promise<FeedFile | null>;
  picture(): Promise<CodedPicture>;
  /** Whether pictures come, and which. */
  facts(): Promise<PictureFacts>;
  /** Milliseconds without a question after which it is closed. */
  readonly idle: number;
  close(): void;
}

export const PLAYLIST = "live.m3u8";
export const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";
