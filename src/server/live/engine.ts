import type { ChannelState } from "#contract/choices.ts";

/** The input from a sender, measured over the last seconds. */
export interface LiveSignal {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Bits per second. */
  readonly bitrate: number;
  /** As in RFC 6381: `avc1.64001f`. */
  readonly codec: string;
  readonly hasAudio: boolean;
  /** Seconds between key frames. */
  readonly gop: number;
}

export interface LiveStatus {
  readonly state: ChannelState;
  readonly since: Date;
  readonly viewers: number;
  readonly signal: LiveSignal | null;
}

/** Unplayable part of a sender's stream: its video, such as Sorenson, or its audio, such as MP3. */
export type SenderTrouble = "video_codec" | "audio_codec";

/** An event of a broadcast; each may be reported twice. */
export type LiveEvent =
  /** A sender has connected; events until the next one belong to it. */
  | { readonly kind: "sender"; readonly code: string; readonly at: Date }
  | { readonly kind: "state"; readonly code: string; readonly state: ChannelState; readonly at: Date }
  | { readonly kind: "trouble"; readonly code: string; readonly trouble: SenderTrouble }
  | {
      readonly kind: "recording";
      readonly code: string;
      /** Folder of its segments, relative to the engine's own. */
      readonly folder: string;
      readonly startedAt: Date;
      /** Null while it continues. */
      readonly endedAt: Date | null;
      readonly seconds: number;
      readonly bytes: number;
      readonly width: number;
      readonly height: number;
      /** Why it ended while the stream continues: `disk_full`, `disk_slow`, `too_long`, or the error of the disk. */
      readonly problem?: string | null;
    };

export interface ArmedChannel {
  readonly code: string;
  /** SHA-256 of the stream key. */
  readonly keyHash: Buffer;
  readonly record: boolean;
  /** Tokens of viewers issued earlier are invalid; null: all are valid. */
  readonly linksSince: Date | null;
}

/** A broadcast that this process carries. */
export interface Carried extends LiveStatus {
  readonly code: string;
}

/**
 * Our own media server as seen by the rest of the product: a separate process that is restarted when it exits. Armed
 * channels are sent to it again then, so that a sender reconnects by itself.
 */
export interface LiveEngine {
  /** Admits the sender with this key; when repeated with other values, the new ones apply. */
  arm(channel: ArmedChannel): Promise<void>;
  /** Ends the broadcast, disconnects its sender and admits none. */
  disarm(code: string): Promise<void>;
  /** Its sender has connected to another node: the sender here is disconnected, and its pictures are not shown any more. */
  cede(code: string): void;
  status(code: string): LiveStatus | null;
  /** Channels that are on air, or soon will be again. */
  carried(): readonly Carried[];
  /** Tokens of viewers issued before are no longer valid: the password changed, or the channel was hidden. */
  revoke(code: string, before: Date): Promise<void>;
  /** Why senders cannot reach it: `off`, or the system error on opening the port. Null when they can. */
  readonly problem: string | null;
  /**
   * Addresses of this server for one viewer, valid until `expires`, and longer while the viewer keeps watching, 12
   * hours at most. `viewer` (letters, digits, - and _) identifies a viewer for counting; a new one each time when
   * omitted.
   */
  addresses(code: string, expires: Date, viewer?: string): { hls: string; calm: string; instant: string };
  /** Address of a socket for one sending browser, valid for a minute. */
  browserSocket(code: string): { socket: string; expires: Date };
  /** Address for cameras, without the key: `rtmp://host:1935/live`. */
  ingest(host: string): { url: string; secureUrl: string | null };
  onEvent(listener: (event: LiveEvent) => void): void;
  close(): Promise<void>;
}

/** Access to the folders of recordings; needs the data folder alone, so that every process may use it. */
export interface LiveRecordings {
  /** Id of this disk: the same for all processes that share it, and across restarts. */
  place(): Promise<string>;
  /** `gone`: it is not on this disk. `open`: it is being written, or was not checked since. */
  state(folder: string): Promise<"gone" | "open" | "ended">;
  /** Writes an ended recording to `path`, as an MP4 file with its index in front. Throws when it is empty. */
  writeFile(folder: string, path: string, signal?: AbortSignal): Promise<void>;
  /** Writes the bytes of its segments from one offset to before another to `path`. */
  copy(folder: string, path: string, from: number, to: number): Promise<void>;
  /** Like `writeFile`, for segments concatenated in a file. */
  finish(source: string, path: string, signal?: AbortSignal): Promise<void>;
  /** Removes its segments; harmless when they are deleted already. */
  remove(folder: string): Promise<void>;
}
