import type { ChannelState } from "#contract/choices.ts";
import type { LiveSignal, SenderTrouble } from "./engine.ts";

/** What the server and its media process tell each other; plain values, as they travel as JSON. */
export interface WorkerSettings {
  readonly host: string;
  /** 0: nobody sends by RTMP. */
  readonly port: number;
  readonly tls: { readonly port: number; readonly cert: string; readonly key: string } | null;
  /** The secret of tokens, base64. */
  readonly secret: string;
  /** Folder of recordings. */
  readonly folder: string;
  /** Bytes that stay free on the disk. */
  readonly floorBytes: number;
  readonly recordSeconds: number;
  /** How long nothing comes before it is said, before the sender is dropped, and how long his place is kept; ms. */
  readonly staleMs: number;
  readonly dropMs: number;
  readonly graceMs: number;
  /** Senders of one address. */
  readonly perAddress: number;
}

export interface ArmedMessage {
  readonly code: string;
  /** Hex. */
  readonly keyHash: string;
  readonly record: boolean;
  /** Tokens issued earlier open this channel no more; milliseconds since 1970. */
  readonly since: number;
}

export type ToWorker =
  | { readonly kind: "configure"; readonly settings: WorkerSettings }
  | ({ readonly kind: "arm" } & ArmedMessage)
  | { readonly kind: "disarm"; readonly code: string }
  /** Its sender has come to another node. */
  | { readonly kind: "cede"; readonly code: string }
  /** Tokens issued before open this channel no more. */
  | { readonly kind: "revoke"; readonly code: string; readonly before: number }
  | { readonly kind: "close" };

export interface ChannelBeat {
  readonly code: string;
  readonly viewers: number;
  readonly signal: LiveSignal | null;
}

export interface RecordingMessage {
  readonly kind: "recording";
  readonly code: string;
  readonly folder: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly seconds: number;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** Why it ended before its time. */
  readonly problem: string | null;
}

export type FromWorker =
  /** `port`: where players are answered, on this machine alone. */
  | { readonly kind: "ready"; readonly port: number }
  /** Whether senders come to this process: null when they do. */
  | { readonly kind: "listening"; readonly problem: string | null }
  | { readonly kind: "beat"; readonly channels: readonly ChannelBeat[] }
  /** A sender has come in, whether or not he shows something. */
  | { readonly kind: "sender"; readonly code: string; readonly at: number }
  | { readonly kind: "state"; readonly code: string; readonly state: ChannelState; readonly at: number }
  | { readonly kind: "trouble"; readonly code: string; readonly trouble: SenderTrouble }
  | RecordingMessage
  | {
      readonly kind: "log";
      readonly level: "info" | "warn";
      readonly text: string;
      readonly facts: Readonly<Record<string, unknown>>;
    };
