import { useEffect, useRef } from "react";
import type { RealtimeClient } from "./realtime-client.ts";
import { readBoot } from "./session.ts";

/** Milliseconds before the part that speaks to the server is fetched again when it could not be had. */
const again = 5000;
let client: Promise<RealtimeClient> | undefined;

declare global {
  interface Window {
    /** Makes the connection for real time anew and hears every channel again; for consoles and for add-ons. */
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
  for (;;) {
    try {
      return await import("./realtime-line.ts");
    } catch {
      await new Promise((resume) => setTimeout(resume, again));
    }
  }
}

// Asked for beside everything else of the start: the first who listens shall not wait for it.
void realtime();

window.reinitializeEcho = () => void realtime()?.then((line) => line.restart());

/** Begins once there is a connection, unless it is no longer wanted by then. */
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

/** Calls back when something may have been missed: after a break, and when `channel` is first heard. */
export const onResume = (callback: () => void, channel?: string): (() => void) =>
  whenOpen((line) => line.onResume(callback, channel));

/**
 * Hears a channel while the component is mounted; null hears nothing. `handlers` by the event's name may change
 * with every render. `resumed` is called after a break, and when the channel is heard for the first time: what the screen
 * fetched before may be older than what was told meanwhile, so it fetches again.
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
    stops.push(onResume(() => latest.current.resumed?.(), channel));
    return () => {
      for (const stop of stops) stop();
    };
  }, [channel, events]);
}
