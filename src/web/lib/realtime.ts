import { useEffect, useRef } from "react";
import { realtimeAddress } from "./realtime-address.ts";
import { createRealtimeClient, type RealtimeClient } from "./realtime-client.ts";
import { proveChannel } from "./realtime-proof.ts";
import { readBoot } from "./session.ts";

let client: RealtimeClient | undefined;

declare global {
  interface Window {
    /** Makes the connection for real time anew and hears every channel again; for consoles and for add-ons. */
    reinitializeEcho?: () => void;
  }
}

/** The one connection of this page; made on first use, absent where the server gave no key. */
function realtime(): RealtimeClient | undefined {
  const boot = readBoot()?.realtime;
  if (client !== undefined || boot === undefined) return client;
  client = createRealtimeClient({
    ...realtimeAddress(boot, location),
    load: async () => (await import("pusher-js")).default,
    authorize: proveChannel,
  });
  return client;
}

window.reinitializeEcho = () => realtime()?.restart();

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
