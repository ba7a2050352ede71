import type { LiveDriverName } from "#contract/choices.ts";
import type { Carried, LiveEvent, LiveStatus } from "../engine.ts";

/** What a driver has to know again after a restart: names of what it made elsewhere. Plain JSON. */
export type DriverData = Readonly<Record<string, unknown>>;

/** One channel as whoever carries it sees it. */
export interface DrivenChannel {
  readonly code: string;
  readonly name: string;
  /** SHA-256 of the stream key. */
  readonly keyHash: Buffer;
  readonly record: boolean;
  /** Links of viewers given out earlier are good no more; null: all are. */
  readonly linksSince: Date | null;
  /** What the driver wrote down before. */
  readonly data: DriverData;
  /**
   * Writes more down, name by name, before it returns. To be called as soon as each id is known: what was made and not
   * written down would be paid for by nobody's wish.
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
 * Who carries channels. Every act may be done twice, and again after it failed half-way: it looks at `data` for what is
 * there already and goes on from there. A refusal of the service is thrown as `LIVE_DRIVER` with its reason.
 */
export interface LiveDriver {
  readonly name: LiveDriverName;
  /** Its service must be told the stream key, so that the key is kept, sealed. Others get by with its hash. */
  readonly keepsKey: boolean;
  /** What a sender enters as his key, where that is more than the key itself. */
  readonly senderKey?: (code: string, key: string) => string;
  /** Whether it is set up here and can be used now. */
  isReady(): boolean;
  /** Makes what the channel needs elsewhere. */
  create(channel: DrivenChannel): Promise<void>;
  /** From now on the sender with this key is let in. Makes first what `create` did not come to; with other values, those count. */
  start(channel: DrivenChannel): Promise<void>;
  /** Ends the broadcast and lets nobody in. */
  stop(channel: DrivenChannel): Promise<void>;
  /** The key is another now; the channel is stopped while this is done. */
  rekey(channel: DrivenChannel): Promise<void>;
  /** Removes what was made elsewhere; the channel is stopped. */
  delete(channel: DrivenChannel): Promise<void>;
  /** As last known, at once; null while it is not started. */
  status(channel: Pick<DrivenChannel, "code" | "data">): LiveStatus | null;
  /**
   * Good until `expires` where it is this server that answers them; null while there is nothing to play. `viewer`: who
   * counts as one, letters, digits, - and _.
   */
  playbackUrls(
    channel: Pick<DrivenChannel, "code" | "data">,
    expires: Date,
    viewer?: string,
  ): LivePlayback | null;
  /** Another node has started it, or changed it: from now on this one lets its sender in and looks after it as well. */
  follow(channel: DrivenChannel): Promise<void>;
  /** Another node has stopped it. */
  unfollow(code: string): Promise<void>;
  /** Addresses given out before `linksSince` are good no more. Left out where nothing can be done. */
  revoke?(channel: DrivenChannel): Promise<void>;
  /** Where to send to, without the key. `host`: this server's name; null while nothing has been made. */
  ingest(
    channel: Pick<DrivenChannel, "code" | "data">,
    host: string,
  ): { readonly url: string; readonly secureUrl: string | null } | null;
  /** Where a browser can send to, good for a minute; null where browsers cannot. */
  browserSocket(
    channel: Pick<DrivenChannel, "code" | "data">,
  ): { readonly socket: string; readonly expires: Date } | null;
  /** Its sender has come to another node. Left out where senders come to no node of ours. */
  cede?(code: string): void;
  /** What this process itself carries. Left out where it carries nothing. */
  carried?(): readonly Carried[];
  /** Tells what happens to channels that are started; each may be told twice. */
  onEvent(listener: (event: LiveEvent) => void): void;
}

export type LiveDrivers = Readonly<Partial<Record<LiveDriverName, LiveDriver>>>;
