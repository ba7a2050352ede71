import { createHash } from "node:crypto";
import type { ChannelState } from "#contract/choices.ts";
import type { ArmedMessage, ChannelBeat, WorkerSettings } from "../messages.ts";
import type { Packager } from "../packager/index.ts";
import { Broadcast, type Recording } from "./broadcast.ts";

/** Milliseconds for which an ended stream can still be read: players learn that it has ended. */
const ENDED_MS = 30_000;

export interface ChannelsOptions {
  readonly settings: WorkerSettings;
  readonly recordingOf: (code: string) => Recording;
  readonly onState: (code: string, state: ChannelState) => void;
  readonly onSender: (code: string) => void;
}

/** All channels whose senders are admitted. */
export class Channels {
  readonly #options: ChannelsOptions;
  readonly #byCode = new Map<string, Broadcast>();
  readonly #codeByKey = new Map<string, string>();
  readonly #ended = new Map<string, { packager: Packager; broadcast: Broadcast; at: number }>();

  constructor(options: ChannelsOptions) {
    this.#options = options;
  }

  arm({ code, keyHash, record, since }: ArmedMessage): void {
    const known = this.#byCode.get(code);
    const broadcast =
      known ??
      new Broadcast({
        code,
        settings: this.#options.settings,
        recording: this.#options.recordingOf(code),
        onState: (state) => this.#options.onState(code, state),
        onSender: () => this.#options.onSender(code),
      });
    broadcast.isRecorded = record;
    broadcast.viewers.revoke(since);
    if (known !== undefined && this.#codeByKey.get(keyHash) !== code) known.sendAway();
    this.#byCode.set(code, broadcast);
    this.#ended.delete(code);
    for (const [hash, owner] of this.#codeByKey) if (owner === code) this.#codeByKey.delete(hash);
    this.#codeByKey.set(keyHash, code);
    this.#options.onState(code, broadcast.state);
  }

  disarm(code: string): void {
    const broadcast = this.#byCode.get(code);
    if (broadcast === undefined) return this.#options.onState(code, "idle");
    const { packager } = broadcast;
    this.#byCode.delete(code);
    for (const [hash, owner] of this.#codeByKey) if (owner === code) this.#codeByKey.delete(hash);
    broadcast.end();
    if (packager !== null) this.#ended.set(code, { packager, broadcast, at: Date.now() });
  }

  /** Finds the channel of a key by its hash, so that no comparison reveals how close a guess was. */
  withKey(key: string): Broadcast | undefined {
    const code = this.#codeByKey.get(createHash("sha256").update(key).digest("hex"));
    return code === undefined ? undefined : this.#byCode.get(code);
  }

  find(code: string): Broadcast | undefined {
    return this.#byCode.get(code) ?? this.#ended.get(code)?.broadcast;
  }

  /** Packager for players of the channel; also for a while after its end. */
  packagerOf(code: string): Packager | null {
    return this.#byCode.get(code)?.packager ?? this.#ended.get(code)?.packager ?? null;
  }

  isArmed(code: string): boolean {
    return this.#byCode.has(code);
  }

  tick(now: number): void {
    for (const broadcast of this.#byCode.values()) broadcast.tick(now);
    for (const [code, { at }] of this.#ended) if (now - at > ENDED_MS) this.#ended.delete(code);
  }

  beat(now: number): ChannelBeat[] {
    return [...this.#byCode.values()].map((broadcast) => ({
      code: broadcast.code,
      viewers: broadcast.viewers.count(now),
      signal: broadcast.signal(now),
    }));
  }

  /** Ends every broadcast, when the process ends. */
  endAll(): void {
    for (const broadcast of this.#byCode.values()) broadcast.end();
  }
}
