import { useEffect, useRef } from "react";
import type { RealtimeClient } from "./realtime-client.ts";
import { readBoot } from "./session.ts";
import { untilLoaded } from "./until-loaded.ts";
import { whenSettled } from "./when-idle.ts";

let client: Promise<RealtimeClient> | undefined;

declare global {
  interface Window {
    /** Remakes the real-time connection and resubscribes to every channel; for consoles and for add-ons. */
    reinitializeEcho?: () => void;
  }
}

/** The one connection of this page; made on first use, absent where the server gave no key. No first screen waits for it. */
function realtime(): Promise<RealtimeClient> | undefined {
  const boot = readBoot()?.realtime;
  if (client !== undefined || boot === undefined) return client;
  client = fetchLine().then(({ openLine }) => openLine(boot));
  return client;
}

async function fetchLine(): Promise<typeof import("./realtime-line.ts")> {
  await whenSettled();
  return untilLoaded(() => import("./realtime-line.ts"));
}

window.reinitializeEcho = () => void realtime()?.then((line) => line.restart());

/** Begins once there is a connection, unless it has been cancelled by then. */
function whenOpen(begin: (line: RealtimeClient) => () => void): () => void {
  let isWanted = true;
  let stop: (() => void) | undefined;
  const wait = async () => {
    const line = await realtime();
    if (isWanted && line !== undefined) stop = begin(line);
  };
  void wait();
  return () => {
    isWanted = false;
    stop?.();
  };
}

/** Calls `handler` with each `event` on `channel` until the returned function is called. */
export const subscribe = (channel: string, event: string, handler: (data: unknown) => void): (() => void) =>
  whenOpen((line) => line.subscribe(channel, event, handler));

/** Calls back when something may have been missed: after a break, and when `channel` is first subscribed. */
export const onResume = (callback: () => void, channel?: string): (() => void) =>
  whenOpen((line) => line.onResume(callback, channel));

type Handlers = Readonly<Record<string, (data: unknown) => void>>;

/**
 * Subscribes to a channel while the component is mounted; null subscribes to nothing. `handlers`, by event name, may
 * change with every render. `resumed` is called after a break, and when the channel is first subscribed: data the
 * screen fetched before may be older than the events sent meanwhile, so it fetches again.
 */
export function useChannel(channel: string | null, handlers: Handlers, resumed?: () => void): void {
  useChannels(channel === null ? [] : [channel], handlers, resumed);
}

/** The same for several channels at once. */
export function useChannels(channels: readonly string[], handlers: Handlers, resumed?: () => void): void {
  const latest = useRef({ handlers, resumed });
  useEffect(() => {
    latest.current = { handlers, resumed };
  });
  const events = Object.keys(handlers).toSorted().join("\n");
  const names = channels.join("\n");
  useEffect(() => {
    if (names === "") return undefined;
    const stops = names
      .split("\n")
      .flatMap((channel) => [
        ...events
          .split("\n")
          .map((event) => subscribe(channel, event, (data) => latest.current.handlers[event]?.(data))),
        onResume(() => latest.current.resumed?.(), channel),
      ]);
    return () => {
      for (const stop of stops) stop();
    };
  }, [names, events]);
}
