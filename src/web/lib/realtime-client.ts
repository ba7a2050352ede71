import type { default as Pusher, Channel, ChannelAuthorizationCallback } from "pusher-js";

export interface RealtimeClientOptions {
  readonly key: string;
  /** Host without port; `port` is the one the page came from. */
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** Brings the library, only when somebody listens. */
  load(): Promise<typeof Pusher>;
  /** Fetches the right to hear a channel; fails with `HTTP {status}: {text}`. */
  authorize(socketId: string, channel: string): Promise<string>;
  /** Milliseconds: until the library is fetched again, until a refused channel is asked for again, and at most. */
  readonly pauses?: { readonly load: number; readonly retry: number; readonly longest: number };
}

type Handler = (data: unknown) => void;

export interface RealtimeClient {
  /** Calls `handler` with each `event` on `channel`. Returns what ends it. Connects when it is the first. */
  subscribe(channel: string, event: string, handler: Handler): () => void;
  /** Calls back when a channel is heard again after a break: what was sent meanwhile is lost, so fetch anew. */
  onResume(callback: () => void): () => void;
  /** Makes a new connection and subscribes to everything again. */
  restart(): void;
}

interface Wanted {
  readonly handlers: Map<string, Set<Handler>>;
  channel: Channel | undefined;
  wasHeard: boolean;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** A screen that changes lets go of a channel and takes it again a moment later. */
const GRACE = 500;

export function createRealtimeClient(options: RealtimeClientOptions): RealtimeClient {
  const pauses = options.pauses ?? { load: 1_000, retry: 3_000, longest: 60_000 };
  const wanted = new Map<string, Wanted>();
  const resumed = new Set<() => void>();
  let pusher: Pusher | undefined;
  let loading = false;
  let resuming: ReturnType<typeof setTimeout> | undefined;

  const resume = (): void => {
    clearTimeout(resuming);
    resuming = setTimeout(() => {
      for (const callback of resumed) callback();
    }, 50);
  };

  const heard = (entry: Wanted): void => {
    entry.failures = 0;
    if (entry.wasHeard) resume();
    entry.wasHeard = true;
  };

  const refused = (entry: Wanted, error: unknown): void => {
    if (statusOf(error) === 403) return;
    const pause = Math.min(pauses.retry * 2 ** entry.failures++, pauses.longest);
    clearTimeout(entry.timer);
    // Without a session the whole connection is made anew: it may have been another person's.
    entry.timer = setTimeout(() => (statusOf(error) === 401 ? restart() : entry.channel?.subscribe()), pause);
  };

  const listen = (name: string, entry: Wanted): void => {
    if (pusher === undefined || entry.channel !== undefined) return;
    const channel = pusher.subscribe(name);
    entry.channel = channel;
    channel.bind_global((event: string, data: unknown) => {
      if (event === "pusher:subscription_succeeded") heard(entry);
      else if (event === "pusher:subscription_error") refused(entry, data);
      else for (const handler of entry.handlers.get(event) ?? []) handler(data);
    });
  };

  const connect = async (): Promise<void> => {
    if (loading || wanted.size === 0) return;
    if (pusher === undefined) {
      loading = true;
      const Library = await options.load().catch(() => undefined);
      loading = false;
      if (Library === undefined) return void setTimeout(() => void connect(), pauses.load);
      pusher = open(Library, options);
    }
    for (const [name, entry] of wanted) listen(name, entry);
  };

  const disconnect = (): void => {
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
    if (wanted.size === 0) disconnect();
  };

  return {
    restart,
    onResume(callback) {
      resumed.add(callback);
      return () => resumed.delete(callback);
    },
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

const freshEntry = (): Wanted => ({
  handlers: new Map(),
  channel: undefined,
  wasHeard: false,
  failures: 0,
  timer: undefined,
});

function open(Library: typeof Pusher, options: RealtimeClientOptions): Pusher {
  return new Library(options.key, {
    // Required by the library and of no use with a host of one's own.
    cluster: "mt1",
    wsHost: options.host,
    wsPort: options.port,
    wssPort: options.port,
    forceTLS: options.isSecure,
    enabledTransports: ["ws", "wss"],
    disableStats: true,
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) =>
        void prove(options.authorize(socketId, channelName), done),
    },
  });
}

async function prove(auth: Promise<string>, done: ChannelAuthorizationCallback): Promise<void> {
  try {
    done(null, { auth: await auth });
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), null);
  }
}

/** The library keeps the status of its own requests only; ours stands in the message. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("status" in error && typeof error.status === "number") return error.status;
  const text = "error" in error ? String(error.error) : "";
  const status = /^HTTP (\d{3})\b/.exec(text)?.[1];
  return status === undefined ? undefined : Number(status);
}
