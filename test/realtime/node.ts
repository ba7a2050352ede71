import type { AddressInfo } from "node:net";
import PusherServer from "pusher";
import * as pusherClient from "pusher-js";
import { onTestFinished } from "vitest";
import { createBus } from "#server/platform/events/bus.ts";
import { createSignals } from "#server/platform/events/signals.ts";
import { RateLimiter } from "#server/platform/http/rate.ts";
import { createServer } from "#server/platform/http/server.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import {
  createRealtime,
  type RealtimeOptions,
  realtimeExpelled,
  realtimeTriggered,
  restPlugin,
} from "#server/platform/realtime/index.ts";
import type { TestDatabase } from "../database.ts";

/** The published example's key and secret. */
export const app = { id: "sitewalk", key: "278d425bdf160c739803", secret: "7ad3773142a6692b25b8" };
const log = createLog("silent");

/** The real-time part of a process, without the rest of the product, on a database shared with others. */
export async function realtimeNode(database: TestDatabase, options: Partial<RealtimeOptions> = {}) {
  const { db, connection } = database;
  const signals = createSignals({ db, connection, log });
  const realtime = createRealtime({
    key: createAppKey("k".repeat(32)),
    log,
    publicUrl: "",
    cluster: { db, signals, connection },
    presence: { beat: 200, lease: 1_000, grace: 400 },
    app,
    ...options,
  });
  const bus = createBus({ db, signals, log, publish: realtime.publish });
  bus.on(realtimeExpelled, ({ user_id }) => realtime.expel(user_id));
  bus.on(realtimeTriggered, ({ channels, name, data, socket_id }) => {
    for (const channel of channels) realtime.publishText({ channel, event: name, data }, socket_id);
  });
  const server = await createServer({ log, trustProxy: [], publicUrl: "" });
  const rate = new RateLimiter(() => Date.now());
  await server.register(restPlugin({ app, realtime, db, bus, rate }));
  realtime.attach(server.server);
  await signals.start();
  await bus.start();
  await realtime.start();
  await server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = server.server.address() as AddressInfo;
  let stopping: Promise<void> | undefined;
  const end = async () => {
    await realtime.close();
    await server.close();
    await bus.stop();
    await signals.stop();
  };
  const stop = () => (stopping ??= end());
  onTestFinished(stop);
  return { realtime, bus, server, port, stop };
}
export type RealtimeNode = Awaited<ReturnType<typeof realtimeNode>>;

/** The server library as installed, connected to a node. */
export function restClient(
  { port }: { readonly port: number },
  other: Partial<typeof app> = {},
): PusherServer {
  const { id, key, secret } = { ...app, ...other };
  return new PusherServer({ appId: id, key, secret, host: "127.0.0.1", port: String(port), useTLS: false });
}

/** The subset of the browser library in use; its types describe it for bundlers only. */
export interface OfficialChannel {
  readonly subscribed: boolean;
  readonly members: { readonly count: number; get(id: string): { id: string; info: unknown } | null };
  subscribe(): void;
  bind(event: string, callback: (data: never, metadata?: { user_id?: string }) => void): void;
  trigger(event: string, data: unknown): boolean;
}
export interface Official {
  readonly connection: {
    readonly socket_id: string;
    readonly state: string;
    bind(event: string, callback: (data: never) => void): void;
  };
  subscribe(channel: string): OfficialChannel;
  unsubscribe(channel: string): void;
  disconnect(): void;
}
export const Pusher = pusherClient.default as unknown as new (key: string, options: object) => Official;

/** Common options of the browser library for a node. */
export const clientOptions = (port: number) => ({
  cluster: "mt1",
  wsHost: "127.0.0.1",
  wsPort: port,
  wssPort: port,
  forceTLS: false,
  enabledTransports: ["ws"],
  disableStats: true,
});

/** A user's page: its channels are signed by the server library, as in an external application. */
export function officialClient(node: RealtimeNode, user?: { id: string; name: string }): Official {
  const rest = restClient(node);
  const sign = (socketId: string, channel: string) =>
    channel.startsWith("presence-") && user !== undefined
      ? rest.authorizeChannel(socketId, channel, { user_id: user.id, user_info: { name: user.name } })
      : rest.authorizeChannel(socketId, channel);
  const client = new Pusher(app.key, {
    ...clientOptions(node.port),
    channelAuthorization: {
      customHandler: (
        { socketId, channelName }: { socketId: string; channelName: string },
        done: (error: null, data: object) => void,
      ) => done(null, sign(socketId, channelName)),
    },
  });
  onTestFinished(() => client.disconnect());
  return client;
}
