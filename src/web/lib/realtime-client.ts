import { limits } from "#contract/limits.ts";
import { logFailure } from "./log.ts";
import { addressFor, type RealtimeAddress } from "./realtime-address.ts";
import { keepConnected, type ReconnectingClient } from "./realtime-reconnect.ts";

/**
 * The subset of pusher-js in use. Written out, because the library's types do not resolve under Node's module
 * resolution, where this file is tested against the server.
 */
export interface PusherChannel {
  subscribe(): void;
  bind_global(callback: (event: string, data: unknown) => void): unknown;
  unbind_global(): unknown;
}
export interface PusherClient extends ReconnectingClient {
  subscribe(channel: string): PusherChannel;
  unsubscribe(channel: string): void;
}

/** Authorization for a channel; `channel_data` identifies the member to the others of a presence channel. */
export interface ChannelProof {
  readonly auth: string;
  readonly channel_data?: string;
}

type Proof = (error: Error | null, data: ChannelProof | null) => void;
export type PusherLibrary = new (
  key: string,
  options: {
    cluster: string;
    wsHost?: string;
    wsPort?: number;
    wssPort?: number;
    forceTLS: boolean;
    enabledTransports: ("ws" | "wss")[];
    disableStats: boolean;
    channelAuthorization: {
      customHandler: (request: { socketId: string; channelName: string }, done: Proof) => void;
    };
  },
) => PusherClient;

export interface RealtimeClientOptions extends RealtimeAddress {
  /** Loads the library, only when there is a listener. */
  load(): Promise<PusherLibrary>;
  /** Fetches the authorization for a channel, or the signature alone; fails with `HTTP {status}: {text}`. */
  authorize(socketId: string, channel: string): Promise<ChannelProof | string>;
  /** Milliseconds; shorter in tests. */
  readonly pauses?: Pauses;
  /** Receives failures that are retried; they are not shown to the user. */
  readonly log?: (text: string, error: unknown) => void;
}

export interface Pauses {
  /** Before the library is fetched again. */
  readonly load: number;
  /** Before a channel is requested again after a refusal or a failure; doubles. */
  readonly retry: number;
  /** Upper bound of the channel retry. */
  readonly longest: number;
  /** Between two attempts to connect, growing from `first` to `longest`. */
  readonly connect: { readonly first: number; readonly longest: number };
}

const usual: Pauses = {
  ...limits.realtime,
  longest: 60_000,
  connect: { first: 2_500, longest: 15_000 },
};

type Handler = (data: unknown) => void;

export interface RealtimeClient {
  /** Calls `handler` with each `event` on `channel`. Returns an unsubscribe function. The first subscription connects. */
  subscribe(channel: string, event: string, handler: Handler): () => void;
  /**
   * Calls back when a subscription resumes after a break: events sent meanwhile are lost, so fetch again. With
   * `channel`, also when that one is first subscribed: events since the page's fetch reached no listener.
   */
  onResume(callback: () => void, channel?: string): () => void;
  /** Makes a new connection and resubscribes to everything. */
  restart(): void;
}

interface Resumed {
  readonly callback: () => void;
  readonly channel: string | undefined;
}

interface Wanted {
  readonly handlers: Map<string, Set<Handler>>;
  channel: PusherChannel | undefined;
  wasHeard: boolean;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const texts = { channel: "Channel auth failed:", client: "Failed to initialize Echo:" } as const;

/** A screen change drops a channel and subscribes to it again a moment later. */
const GRACE = 500;

export function createRealtimeClient(options: RealtimeClientOptions): RealtimeClient {
  const { pauses = usual, log = logFailure } = options;
  const wanted = new Map<string, Wanted>();
  const resumptions = createResumptions();
  let pusher: PusherClient | undefined;
  let unwatch: (() => void) | undefined;
  let loading = false;

  const heard = (name: string, entry: Wanted): void => {
    entry.failures = 0;
    resumptions.resume(entry.wasHeard ? undefined : name);
    entry.wasHeard = true;
  };

  const refused = (entry: Wanted, error: unknown): void => {
    log(texts.channel, error);
    if (statusOf(error) === 403) return;
    const pause = Math.min(pauses.retry * 2 ** entry.failures++, pauses.longest);
    clearTimeout(entry.timer);
    // After a 401 (no session) the whole connection is remade: it may have been another user's.
    entry.timer = setTimeout(() => (statusOf(error) === 401 ? restart() : entry.channel?.subscribe()), pause);
  };

  const listen = (name: string, entry: Wanted): void => {
    if (pusher === undefined || entry.channel !== undefined) return;
    const channel = pusher.subscribe(name);
    entry.channel = channel;
    channel.bind_global((event: string, data: unknown) => {
      if (event === "pusher:subscription_succeeded") heard(name, entry);
      else if (event === "pusher:subscription_error") refused(entry, data);
      for (const handler of entry.handlers.get(plainName(event)) ?? []) handler(data);
    });
  };

  const connect = async (): Promise<void> => {
    if (loading || wanted.size === 0) return;
    if (pusher === undefined) {
      loading = true;
      pusher = await begin(options, log);
      loading = false;
      if (pusher === undefined) return void setTimeout(() => void connect(), pauses.load);
      unwatch = keepConnected(pusher, pauses.connect);
    }
    for (const [name, entry] of wanted) listen(name, entry);
  };

  const disconnect = (): void => {
    unwatch?.();
    pusher?.disconnect();
    pusher = undefined;
    for (const entry of wanted.values()) {
      clearTimeout(entry.timer);
      entry.channel?.unbind_global();
      entry.channel = undefined;
    }
  };

  const restart = (): void => {
    disconnect();
    void connect();
  };

  const letGo = (name: string, entry: Wanted): void => {
    if (entry.handlers.size > 0 || wanted.get(name) !== entry) return;
    wanted.delete(name);
    clearTimeout(entry.timer);
    entry.channel?.unbind_global();
    pusher?.unsubscribe(name);
    // The library sends a task later; on a socket that is closing, browsers log that as an error.
    if (wanted.size === 0) setTimeout(() => wanted.size === 0 && disconnect());
  };

  return {
    restart,
    onResume: resumptions.add,
    subscribe(name, event, handler) {
      const entry = wanted.get(name) ?? freshEntry();
      const set = entry.handlers.get(event) ?? new Set();
      wanted.set(name, entry);
      entry.handlers.set(event, set.add(handler));
      void connect();
      return () => {
        set.delete(handler);
        if (set.size === 0 && entry.handlers.get(event) === set) entry.handlers.delete(event);
        setTimeout(letGo, GRACE, name, entry);
      };
    },
  };
}

/** Callbacks to run after a break, together and once. */
function createResumptions() {
  const resumed = new Set<Resumed>();
  /** The callbacks that run next. */
  const due = new Set<Resumed>();
  let resuming: ReturnType<typeof setTimeout> | undefined;
  return {
    add(callback: () => void, channel?: string): () => void {
      const one = { callback, channel };
      resumed.add(one);
      return () => void resumed.delete(one);
    },
    /** Runs all callbacks after a break; only those of the given channel when it is first subscribed. */
    resume(first?: string): void {
      for (const one of resumed) if (first === undefined || one.channel === first) due.add(one);
      clearTimeout(resuming);
      resuming = setTimeout(() => {
        const now = [...due].filter((one) => resumed.has(one));
        due.clear();
        for (const { callback } of now) callback();
      }, 50);
    },
  };
}

async function begin(
  options: RealtimeClientOptions,
  log: typeof logFailure,
): Promise<PusherClient | undefined> {
  try {
    return open(await options.load(), options);
  } catch (error) {
    log(texts.client, error);
    return undefined;
  }
}

const freshEntry = (): Wanted => ({
  handlers: new Map(),
  channel: undefined,
  wasHeard: false,
  failures: 0,
  timer: undefined,
});

function open(Library: PusherLibrary, options: RealtimeClientOptions): PusherClient {
  return new Library(options.key, {
    ...addressFor(options),
    enabledTransports: ["ws", "wss"],
    disableStats: true,
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) =>
        void prove(options.authorize(socketId, channelName), done),
    },
  });
}

async function prove(asked: Promise<ChannelProof | string>, done: Proof): Promise<void> {
  try {
    const proof = await asked;
    done(null, typeof proof === "string" ? { auth: proof } : proof);
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), null);
  }
}

/** Laravel's own broadcaster puts a dot before a name outside its namespace. */
const plainName = (event: string): string => (event.startsWith(".") ? event.slice(1) : event);

/** The library keeps the status of its own requests only; ours is in the message. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("status" in error && typeof error.status === "number") return error.status;
  const text = "error" in error ? String(error.error) : "";
  const status = /^HTTP (\d{3})\b/.exec(text)?.[1];
  return status === undefined ? undefined : Number(status);
}
