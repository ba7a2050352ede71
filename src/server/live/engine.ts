import type { ChannelState } from "#contract/choices.ts";

/** What comes in from a sender, measured over the last seconds. */
export interface LiveSignal {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Bits per second. */
  readonly bitrate: number;
  /** As RFC 6381 names it: `avc1.64001f`. */
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

/** What a sender sends that nobody can be shown: its video, as Sorenson's, or its audio, as MP3. */
export type SenderTrouble = "video_codec" | "audio_codec";

/** What happened to a broadcast; each may be told twice. */
export type LiveEvent =
  /** A sender has come in; what follows until the next one is his. */
  | { readonly kind: "sender"; readonly code: string; readonly at: Date }
  | { readonly kind: "state"; readonly code: string; readonly state: ChannelState; readonly at: Date }
  | { readonly kind: "trouble"; readonly code: string; readonly trouble: SenderTrouble }
  | {
      readonly kind: "recording";
      readonly code: string;
      /** Folder of its segments, below the engine's own. */
      readonly folder: string;
      readonly startedAt: Date;
      /** Null while it goes on. */
      readonly endedAt: Date | null;
      readonly seconds: number;
      readonly bytes: number;
      readonly width: number;
      readonly height: number;
      /** Why it ended while the stream goes on: `disk_full`, `disk_slow`, `too_long`, or what the disk said. */
      readonly problem?: string | null;
    };

export interface ArmedChannel {
  readonly code: string;
  /** SHA-256 of the stream key. */
  readonly keyHash: Buffer;
  readonly record: boolean;
  /** Tokens of viewers issued earlier are good no more; null: all are. */
  readonly linksSince: Date | null;
}

/** A broadcast that this process carries. */
export interface Carried extends LiveStatus {
  readonly code: string;
}

/**
 * Our own media server as the rest of the product sees it: a process of its own that is started again when it ends.
 * What is armed is told to it anew then, so that a sender finds his way back by himself.
 */
export interface LiveEngine {
  /** Lets the sender with this key in; again with other values, those count. */
  arm(channel: ArmedChannel): Promise<void>;
  /** Ends the broadcast, sends its sender away and lets nobody in. */
  disarm(code: string): Promise<void>;
  /** Its sender has come to another node: who sends here is sent away, and nothing is shown of him any more. */
  cede(code: string): void;
  status(code: string): LiveStatus | null;
  /** What there is something to see of, or soon will be again. */
  carried(): readonly Carried[];
  /** Tokens of viewers issued before are good no more: the password changed, or the channel was hidden. */
  revoke(code: string, before: Date): Promise<void>;
  /** Why senders cannot reach it: `off`, or what the machine said when the port was asked for. Null when they can. */
  readonly problem: string | null;
  /**
   * Addresses of this server's for one viewer, good until `expires`, and on as long as he goes on watching, 12 hours at
   * most. `viewer` (letters, digits, - and _) is who counts as one; a new one each time when it is left out.
   */
  addresses(code: string, expires: Date, viewer?: string): { hls: string; calm: string; instant: string };
  /** Address of a socket to which one browser can send, good for a minute. */
  browserSocket(code: string): { socket: string; expires: Date };
  /** Where cameras send to, without the key: `rtmp://host:1935/live`. */
  ingest(host: string): { url: string; secureUrl: string | null };
  onEvent(listener: (event: LiveEvent) => void): void;
  close(): Promise<void>;
}

/** What lies in the folders of recordings; needs the data folder alone, so that every process may do it. */
export interface LiveRecordings {
  /** What this disk calls itself: the same for all processes that share it, and for each after its next start. */
  place(): Promise<string>;
  /** `gone`: it does not lie on this disk. `open`: it is being written, or nobody has looked since. */
  state(folder: string): Promise<"gone" | "open" | "ended">;
  /** Writes one that has ended to `path`, as an MP4 file that plays from its beginning. Throws when it holds nothing. */
  writeFile(folder: string, path: string, signal?: AbortSignal): Promise<void>;
  /** Writes the bytes of its segments from one place to before another to `path`. */
  copy(folder: string, path: string, from: number, to: number): Promise<void>;
  /** The same as `writeFile` of segments that lie in a file, one after the other. */
  finish(source: string, path: string, signal?: AbortSignal): Promise<void>;
  /** Removes its segments; harmless when they are gone. */
  remove(folder: string): Promise<void>;
}
