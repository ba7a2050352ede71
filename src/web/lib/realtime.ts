import { useEffect, useRef } from "react";
import { ApiError, call } from "./client.ts";
import { createRealtimeClient, type RealtimeClient } from "./realtime-client.ts";
import { readBoot } from "./session.ts";

let client: RealtimeClient | undefined;

/** The one connection of this page; made on first use, absent where the server gave no key. */
function realtime(): RealtimeClient | undefined {
  const key = readBoot()?.realtime?.key;
  if (client !== undefined || key === undefined) return client;
  const isSecure = location.protocol === "https:";
  client = createRealtimeClient({
    key,
    isSecure,
    host: location.hostname,
    port: location.port === "" ? (isSecure ? 443 : 80) : Number(location.port),
    load: async () => (await import("pusher-js")).default,
    authorize,
  });
  return client;
}

async function authorize(socket_id: string, channel_name: string): Promise<string> {
  try {
    const body = { socket_id, channel_name };
    return (await call("POST /api/broadcasting/auth", { body }, { toast: false })).auth;
  } catch (error) {
    if (error instanceof ApiError)
      throw new Error(`HTTP ${error.status}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Calls `handler` with each `event` on `channel` until the returned function is called. */
export function subscribe(channel: string, event: string, handler: (data: unknown) => void): () => void {
  return realtime()?.subscribe(channel, event, handler) ?? (() => undefined);
}

/** Calls back after a break in the connection: what was sent meanwhile is lost, so fetch anew. */
export function onResume(callback: () => void): () => void {
  return realtime()?.onResume(callback) ?? (() => undefined);
}

/**
 * Hears a channel while the component is mounted; null hears nothing. `handlers` by the event's name may change
 * with every render. `resumed` is called after a break, for the screen to fetch what it may have missed.
 */
export function useChannel(
  channel: string | null,
  handlers: Readonly<Record<string, (data: unknown) => void>>,
  resumed?: () => void,
): void {
  const latest = useRef({ handlers, resumed });
  useEffect(() => {
    latest.current = { handlers, resumed };
  });
  const events = Object.keys(handlers).toSorted().join("\n");
  useEffect(() => {
    if (channel === null) return undefined;
    const stops = events
      .split("\n")
      .map((event) => subscribe(channel, event, (data) => latest.current.handlers[event]?.(data)));
    stops.push(onResume(() => latest.current.resumed?.()));
    return () => {
      for (const stop of stops) stop();
    };
  }, [channel, events]);
}
