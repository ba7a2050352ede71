import type { ChannelState } from "#contract/choices.ts";
import type { LiveSignal, SenderTrouble } from "./engine.ts";

/** Messages between the server and its media process; plain values, as they are sent as JSON. */
export interface WorkerSettings {
  readonly host: string;
  /** 0: RTMP is disabled. */
  readonly port: number;
  readonly tls: { readonly port: number; readonly cert: string; readonly key: string } | null;
  /** The secret of tokens, base64. */
  readonly secret: string;
  /** Folder of recordings. */
  readonly folder: string;
  /** Bytes that must stay free on the disk. */
  readonly floorBytes: number;
  readonly recordSeconds: number;
  /**
   * Milliseconds without data until the channel is stale, until the sender is dropped, and for which its channel is
   * reserved.
   */
  readonly staleMs: number;
  readonly dropMs: number;
  readonly graceMs: number;
  /** Maximum senders per address. */
  readonly perAddress: number;
}

export interface ArmedMessage {
  readonly code: string;
  /** Hex. */
  readonly keyHash: string;
  readonly record: boolean;
  /** Tokens issued earlier are invalid for this channel; milliseconds since 1970. */
  readonly since: number;
}

export type ToWorker =
  | { readonly kind: "configure"; readonly settings: WorkerSettings }
  | ({ readonly kind: "arm" } & ArmedMessage)
  | { readonly kind: "disarm"; readonly code: string }
  /** Its sender has connected to another node. */
  | { readonly kind: "cede"; readonly code: string }
  /** Tokens issued before are no longer valid for this channel. */
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
  /** Why it ended early. */
  readonly problem: string | null;
}

export type FromWorker =
  /** `port`: where players are answered, on this machine alone. */
  | { readonly kind: "ready"; readonly port: number }
  /** Whether senders reach this process: null when they do. */
  | { readonly kind: "listening"; readonly problem: string | null }
  | { readonly kind: "beat"; readonly channels: readonly ChannelBeat[] }
  /** A sender has connected, whether or not it shows anything. */
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
