import type { LiveDriverName } from "#contract/choices.ts";
import type { Carried, LiveEvent, LiveStatus } from "../engine.ts";

/** Data that a driver needs after a restart: names of external resources that it created. Plain JSON. */
export type DriverData = Readonly<Record<string, unknown>>;

/** A channel as seen by its driver. */
export interface DrivenChannel {
  readonly code: string;
  readonly name: string;
  /** SHA-256 of the stream key. */
  readonly keyHash: Buffer;
  readonly record: boolean;
  /** Links of viewers issued earlier are invalid; null: all are valid. */
  readonly linksSince: Date | null;
  /** Data that the driver stored before. */
  readonly data: DriverData;
  /**
   * Stores more data, name by name, before it returns. To be called as soon as each id is known: a created but
   * unrecorded resource would cost money without any use.
   */
  remember(data: DriverData): Promise<void>;
  /** The stream key itself; empty unless the driver `keepsKey`. */
  key(): string;
}

/** Addresses for one viewer. */
export interface LivePlayback {
  readonly hls: string;
  readonly calm: string;
  readonly instant: string | null;
}

/**
 * Carries channels. Every operation may be repeated, also after it failed half-way: it checks `data` for existing
 * resources and continues from there. A refusal of the service is thrown as `LIVE_DRIVER` with its reason.
 */
export interface LiveDriver {
  readonly name: LiveDriverName;
  /** Whether its service needs the stream key itself, so that the key is stored, sealed. Others use its hash. */
  readonly keepsKey: boolean;
  /** Key that a sender enters, where it is more than the stream key itself. */
  readonly senderKey?: (code: string, key: string) => string;
  /** Whether it is configured here and can be used now. */
  isReady(): boolean;
  /** Creates the external resources of the channel. */
  create(channel: DrivenChannel): Promise<void>;
  /**
   * Admits the sender with this key from now on. First creates resources that `create` did not complete; changed values
   * apply.
   */
  start(channel: DrivenChannel): Promise<void>;
  /** Ends the broadcast and admits no sender. */
  stop(channel: DrivenChannel): Promise<void>;
  /** Replaces the key; the channel is stopped meanwhile. */
  rekey(channel: DrivenChannel): Promise<void>;
  /** Deletes the external resources; the channel is stopped. */
  delete(channel: DrivenChannel): Promise<void>;
  /** Last known status, without waiting; null while it is not started. */
  status(channel: Pick<DrivenChannel, "code" | "data">): LiveStatus | null;
  /**
   * Valid until `expires` where this server answers them; null while there is nothing to play. `viewer`: identifies a
   * viewer for counting, letters, digits, - and _.
   */
  playbackUrls(
    channel: Pick<DrivenChannel, "code" | "data">,
    expires: Date,
    viewer?: string,
  ): LivePlayback | null;
  /** Another node has started or changed it: from now on this one admits its sender and monitors it as well. */
  follow(channel: DrivenChannel): Promise<void>;
  /** Another node has stopped it. */
  unfollow(code: string): Promise<void>;
  /** Addresses issued before `linksSince` are no longer valid. Omitted where revocation is impossible. */
  revoke?(channel: DrivenChannel): Promise<void>;
  /** Address for senders, without the key. `host`: this server's name; null while nothing has been created. */
  ingest(
    channel: Pick<DrivenChannel, "code" | "data">,
    host: string,
  ): { readonly url: string; readonly secureUrl: string | null } | null;
  /** Address for a sending browser, valid for a minute; null where browsers cannot send. */
  browserSocket(
    channel: Pick<DrivenChannel, "code" | "data">,
  ): { readonly socket: string; readonly expires: Date } | null;
  /** Its sender has connected to another node. Omitted where senders connect to no node of ours. */
  cede?(code: string): void;
  /** Channels that this process itself carries. Omitted where it carries nothing. */
  carried?(): readonly Carried[];
  /** Reports events of started channels; each may be reported twice. */
  onEvent(listener: (event: LiveEvent) => void): void;
}

export type LiveDrivers = Readonly<Partial<Record<LiveDriverName, LiveDriver>>>;
