import type { Server } from "node:http";
import type pg from "pg";
import { WebSocketServer } from "ws";
import type { Database } from "../database.ts";
import type { Broadcast } from "../events/event.ts";
import type { Signals } from "../events/signals.ts";
import { upgradesOf } from "../http/upgrades.ts";
import type { AppKey } from "../key.ts";
import type { Log } from "../log.ts";
import { createMetrics, type Metrics } from "../metrics.ts";
import type { Session, TokenPass } from "../session.ts";
import { createSocketAcceptor, type NewSocket } from "./accept-sockets.ts";
import { addressReader } from "./address.ts";
import { askBack, expel, sendAllAway, watchConnections } from "./disconnect.ts";
import { refusal, turnAway } from "./handshake.ts";
import { Hub } from "./hub.ts";
import type { MessageContext } from "./message-handler.ts";
import { createPresence, type PresenceTimes } from "./presence.ts";
import { createPresenceStore } from "./presence-store.ts";
import { encode, encodeText, limits, type Member } from "./protocol.ts";
import { createRelay } from "./relay.ts";
import { type Credentials, type Hearer, signFor } from "./signature.ts";
import { createSocketIds } from "./socket-ids.ts";

/** Sockets by the Pusher protocol, version 7: any of its client libraries connects to `/app/{key}`. */
export interface Realtime {
  /** Key for clients to connect with. Not secret. */
  readonly key: string;
  /** Accepts the sockets of `/app/...`. */
  attach(server: Server): void;
  /** Starts sharing members and client events with the other processes. */
  start(): Promise<void>;
  /** Sends to all subscribers of the channel in this process, except the socket that caused it. Never throws. */
  publish(broadcast: Broadcast, exceptSocketId?: string): void;
  /** The same for data that is text already, sent as it is. */
  publishText(broadcast: { channel: string; event: string; data: string }, exceptSocketId?: string): void;
  /** The right of this socket to subscribe to this channel, for as long as the session lives. Ask the domain first. */
  sign(socketId: string, channel: string, session: Session): string;
  /** The same for a presence channel: with `member` as JSON text, `{user_id, user_info}`, seen by the others. */
  signMember(socketId: string, channel: string, session: Session, member: string): string;
  /** The right of a program's socket to subscribe to a channel, for as long as its token opens it. */
  signToken(socketId: string, channel: string, pass: Pick<TokenPass, "id" | "user">): string;
  /** The right of this socket to sign in as the user in `userData`, JSON text of the protocol: `{id, …}`. */
  signUser(socketId: string, by: Session | TokenPass, userData: string): string;
  /** Whether the session with this cookie may subscribe through the socket; `null`: a program, which has none. */
  mayUse(socketId: string, sessionToken: string | null): boolean;
  /** Call when a token is revoked: its sockets must prove their rights again. */
  endToken(tokenId: number): void;
  /** Call when a session ends: its sockets must prove their rights again, which they cannot. */
  endSession(sessionId: number): void;
  /** The same for all sessions of a user, also when only some of the rights have changed. */
  endUser(userId: number): void;
  /** Disconnects everyone with this id, by session or as a member, and does not make them reconnect. */
  expel(userId: string): void;
  /** Subscriptions by channel, of all processes: current here, elsewhere as of the last heartbeat. */
  occupancy(): Promise<Map<string, number>>;
  /** The members of presence channels in all processes. */
  members(channels: readonly string[]): Promise<Map<string, Member[]>>;
  /** Makes all clients reconnect at once, to the process that follows. */
  close(): Promise<void>;
}

export interface RealtimeOptions {
  readonly key: AppKey;
  readonly log: Log;
  readonly metrics?: Metrics;
  /** Origin whose pages may connect, besides the called host. Empty for none. */
  readonly publicUrl: string;
  /** Addresses and ranges of trusted proxies, whose forwarded addresses are used. */
  readonly trustProxy?: readonly string[];
  /** Milliseconds between two checks for dead connections, and the silence that means gone. */
  readonly heartbeat?: { readonly every: number; readonly silence: number };
  /** Seconds after which clients are instructed to ping the server. */
  readonly activityTimeout?: number;
  /** Shared state of the processes; without it there are no presence channels. */
  readonly cluster?: {
    readonly db: Database;
    readonly signals: Signals;
    readonly connection: pg.ClientConfig;
  };
  readonly presence?: PresenceTimes;
  /** Key and secret shared with outside programs; then channels without a signature are open as well. */
  readonly app?: Partial<Pick<Credentials, "key">> & Pick<Credentials, "secret">;
}

export function createRealtime(options: RealtimeOptions): Realtime {
  const { log, key: appKey, cluster } = options;
  const credentials: Credentials = {
    key: options.app?.key ?? appKey.derive("realtime.key").toString("hex").slice(0, 20),
    secret: options.app?.secret ?? appKey.derive("realtime.secret").toString("hex"),
  };
  const ids = createSocketIds(appKey);
  const heartbeat = options.heartbeat ?? { every: 30_000, silence: 75_000 };
  const addressOf = addressReader(options.trustProxy ?? []);
  const hub = new Hub();
  const broadcast = counted(hub, options.metrics ?? createMetrics());
  const relay = cluster && createRelay({ ...cluster, log });
  const presence =
    cluster &&
    createPresence({
      hub,
      log,
      signals: cluster.signals,
      store: createPresenceStore(cluster.db),
      ...(options.presence && { times: options.presence }),
    });
  const conversation: MessageContext = {
    hub,
    credentials,
    presence,
    isPublicOpen: options.app !== undefined,
    relay: (channel, text) => relay?.send(channel, text),
  };
  let closing = false;
  let closed: Promise<void> | undefined;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
  });

  const welcome = createSocketAcceptor({ conversation, log, activityTimeout: options.activityTimeout });
  const looking = watchConnections(hub, heartbeat);
  const sendAway = (of: Parameters<typeof askBack>[1], reason: string) => askBack(hub, of, reason);

  const end = async (): Promise<void> => {
    // Disconnected clients reconnect at once, and must not be accepted by the process that ends.
    closing = true;
    clearInterval(looking);
    await presence?.stop();
    await sendAllAway(hub);
    await relay?.stop();
  };

  return {
    key: credentials.key,
    attach(server) {
      upgradesOf(server).on("/app/", (request, wire, head) => {
        if (turnAway({ request, wire, log, closing, publicUrl: options.publicUrl })) return;
        const address = addressOf(request);
        const no = refusal(request.url ?? "", credentials.key, hub, address);
        const comer: NewSocket = { id: ids.create(request), address, no };
        sockets.handleUpgrade(request, wire, head, (socket) => welcome(socket, wire, comer));
      });
    },
    async start() {
      // Only an outside program queries the list of channels, so only then the processes share it.
      await presence?.start(options.app && (() => hub.occupancy()));
      await relay?.start((channel, text) => broadcast(channel, text));
    },
    publish({ channel, event, data }, exceptSocketId) {
      const text = encode(event, data, channel);
      if (Buffer.byteLength(text) > limits.messageBytes)
        return log.error({ channel, event }, "realtime: a broadcast is larger than 10 KB and was not sent");
      broadcast(channel, text, exceptSocketId);
    },
    publishText({ channel, event, data }, exceptSocketId) {
      broadcast(channel, encodeText(event, data, channel), exceptSocketId);
    },
    ...createSigning(credentials),
    mayUse: ids.mayUse,
    endToken: (token) => sendAway({ token }, "the token is over"),
    endSession: (session) => sendAway({ session }, "the session is over"),
    endUser: (user) => sendAway({ user }, "the rights have changed"),
    expel: (userId) => expel(hub, userId),
    async occupancy() {
      const all = (await presence?.occupiedElsewhere()) ?? new Map<string, number>();
      for (const [channel, count] of hub.occupancy()) all.set(channel, (all.get(channel) ?? 0) + count);
      return all;
    },
    members: async (channels) => (await presence?.members(channels)) ?? new Map(),
    close: () => (closed ??= end()),
  };
}

/** Sockets and their messages, as metrics. */
function counted(
  hub: Hub,
  metrics: Metrics,
): (channel: string, text: string, exceptSocketId?: string) => void {
  const open = metrics.gauge({
    name: "sitewalk_sockets_open",
    help: "Open sockets of browsers and programs.",
  });
  const told = metrics.counter({
    name: "sitewalk_socket_messages_total",
    help: "Messages sent over sockets, counted per recipient.",
  });
  metrics.beforeRead(() => open.set(hub.connections.size));
  return (channel, text, exceptSocketId) => told.add(hub.broadcast(channel, text, exceptSocketId));
}

/** Proofs of the right to subscribe, for sessions and programs. */
const createSigning = (
  credentials: Credentials,
): Pick<Realtime, "sign" | "signMember" | "signToken" | "signUser"> => ({
  sign: (socketId, channel, session) => signFor(credentials, socketId, channel, hearerOf(session)),
  signMember: (socketId, channel, session, member) =>
    signFor(credentials, socketId, channel, hearerOf(session), member),
  signToken: (socketId, channel, pass) => signFor(credentials, socketId, channel, programOf(pass)),
  signUser: (socketId, by, data) =>
    signFor(credentials, socketId, ":user:", "scopes" in by ? programOf(by) : hearerOf(by), data),
});

/** The demo account is shared, and may not send client events. */
const hearerOf = ({ id, user }: Session): Hearer => ({ session: id, user: user.id, isQuiet: user.is_demo });

const programOf = ({ id, user }: Pick<TokenPass, "id" | "user">): Hearer => ({
  session: 0,
  user: user.id,
  token: id,
  isQuiet: user.is_demo,
});
