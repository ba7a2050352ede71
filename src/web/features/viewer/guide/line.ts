import { type DataConnection, Peer } from "peerjs";
import type { GuidedTour } from "#contract/guided.ts";
import { createSignal, type Signal } from "../signal.ts";
import { type Message, readMessage } from "./messages.ts";
import { createVoice, type Voice } from "./voice.ts";

/** `joining`: on the way to the others. `on`: among them. `waiting`: the host is not there, and is looked for. */
export type LineState = "joining" | "on" | "waiting" | "over";

/** What holds the browsers of a tour together. */
export interface Line {
  readonly state: Signal<LineState>;
  /** How many follow. */
  readonly followers: Signal<number>;
  readonly voice: Voice;
  /** To everybody, from the host. */
  say(message: Message): void;
  onMessage(listener: (message: Message) => void): void;
  /** To whoever comes later: what he must know at once. */
  greetWith(message: () => readonly Message[]): void;
  close(): void;
}

/** Milliseconds between two attempts to find the others again. */
const again = 3000;

/**
 * The library finds the other browsers at the broker; everything said travels between the browsers themselves. A line
 * that breaks is looked for again until the tour is over.
 */
export function openLine({ me, host, token, broker, ice, is_host }: GuidedTour): Line {
  const state = createSignal<LineState>("joining");
  const followers = createSignal(0);
  const listeners: ((message: Message) => void)[] = [];
  let greeting: () => readonly Message[] = () => [];
  const isOwn = broker.host === "";
  const secure = location.protocol === "https:";
  const peer = new Peer(me, {
    host: isOwn ? location.hostname : broker.host,
    port: isOwn ? Number(location.port) || (secure ? 443 : 80) : broker.port,
    path: broker.path,
    secure,
    token,
    debug: 0,
    config: { iceServers: ice.map((server) => ({ ...server })) },
  });
  const voice = createVoice(peer);
  const lines = new Map<string, DataConnection>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const say = (message: Message) => {
    for (const line of lines.values()) if (line.open) void line.send(message);
  };
  const tellPeople = () => {
    followers.set(lines.size);
    const peers = [me, ...lines.keys()];
    voice.reach(peers);
    say({ is: "people", peers });
  };
  const hear = (message: Message) => {
    if (message.is === "people") {
      followers.set(message.peers.length - 1);
      voice.reach(message.peers);
    }
    if (message.is === "end") end();
    for (const listener of listeners) listener(message);
  };

  function welcome(line: DataConnection): void {
    line.on("open", () => {
      lines.set(line.peer, line);
      for (const message of greeting()) void line.send(message);
      tellPeople();
    });
    line.on("close", () => {
      if (lines.get(line.peer) !== line) return;
      lines.delete(line.peer);
      tellPeople();
    });
    line.on("error", () => line.close());
  }

  function join(): void {
    if (state.get() === "over" || peer.destroyed) return;
    if (peer.disconnected) peer.reconnect();
    const line = peer.connect(host, { reliable: true, serialization: "json" });
    // Without a line to the broker there is none to the host either.
    if (line === undefined) return later();
    line.on("open", () => {
      lines.set(host, line);
      state.set("on");
    });
    line.on("data", (data) => {
      const message = readMessage(data);
      if (message !== null) hear(message);
    });
    line.on("close", () => {
      lines.delete(host);
      later();
    });
  }

  function later(): void {
    if (state.get() === "over") return;
    state.set("waiting");
    clearTimeout(timer);
    timer = setTimeout(join, again);
  }

  function end(): void {
    state.set("over");
    clearTimeout(timer);
    voice.close();
    peer.destroy();
  }

  peer.on("open", () => {
    if (is_host) state.set("on");
    else join();
  });
  peer.on("connection", (line) => {
    if (is_host) welcome(line);
    else line.close();
  });
  peer.on("disconnected", () => {
    if (state.get() === "over") return;
    // Those who have found each other go on; only newcomers need the broker.
    setTimeout(() => {
      if (!peer.destroyed && peer.disconnected) peer.reconnect();
    }, again);
  });
  peer.on("error", ({ type }) => {
    if (!is_host && type === "peer-unavailable") later();
    else if (state.get() === "joining") later();
  });

  return {
    state,
    followers,
    voice,
    say,
    onMessage: (listener) => void listeners.push(listener),
    greetWith: (message) => (greeting = message),
    close() {
      if (state.get() === "over") return;
      if (is_host) say({ is: "end" });
      // What was just said needs a moment to leave.
      state.set("over");
      clearTimeout(timer);
      voice.close();
      setTimeout(() => peer.destroy(), 300);
    },
  };
}
