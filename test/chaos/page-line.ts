import * as pusherLibrary from "pusher-js";
import { createRealtimeClient, type PusherLibrary, type RealtimeClient } from "#web/lib/realtime-client.ts";
import type { TestClient } from "../client.ts";

const Pusher = pusherLibrary.default as unknown as PusherLibrary;

export interface PageLineOptions {
  /** The listener: their session authorizes their channels. */
  readonly client: TestClient;
  /** The key from the server's boot block. */
  readonly key: string;
  /** Local port of its sockets. */
  readonly port: number;
}

/** The product's own real-time client, as on a page. */
export const openPageLine = ({ client, key, port }: PageLineOptions): RealtimeClient =>
  createRealtimeClient({
    key,
    host: "127.0.0.1",
    port,
    isSecure: false,
    load: async () => Pusher,
    log: () => undefined,
    async authorize(socket_id, channel_name) {
      const { status, body } = await client.raw("POST /api/broadcasting/auth", {
        body: { socket_id, channel_name },
      });
      if (status !== 200) throw new Error(`HTTP ${status}: refused`);
      return body as { auth: string };
    },
  });
