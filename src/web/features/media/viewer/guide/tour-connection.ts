import type { DataConnection } from "peerjs";
import type { GuidedTour } from "#contract/guided.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { type Message, readMessage } from "./messages.ts";
import { isLook, peerOf } from "./peer.ts";
import { createVoice, type Voice } from "./voice.ts";

/**
 * `joining`: on the way to the others. `on`: among them. `waiting`: the host is not there, and is looked for. `over`: ended
 * by the host or left. `lost`: over, since the host did not come back.
 */
export type ConnectionState = "joining" | "on" | "waiting" | "over" | "lost";

/** What holds the browsers of a tour together. */
export interface TourConnection {
  readonly state: Store<ConnectionState>;
  /** How many follow. */
  readonly followers: Store<number>;
  readonly voice: Voice;
  /** To everybody, from the host. */
  say(message: Message): void;
  onMessage(listener: (message: Message) => void): void;
  /** To whoever comes later: what he must know at once. */
  greetWith(message: () => readonly Message[]): void;
  /** `isOver`: the host ends the tour for everybody; otherwise he may come back. */
  close(isOver: boolean): void;
}

/** Milliseconds between two attempts to find the others again. */
const again = 3_000;
/** Milliseconds after which an attempt that was not answered is given up. */
const patience = 6_000;
/** Milliseconds after which a tour is over whose host has not come back. */
const longestAway = 60_000;

/**
 * The library finds the other browsers at the broker; everything said travels between the browsers themselves. A line
 * that breaks is looked for again until the tour is over.
 */
export function openTourConnection(tour: GuidedTour): TourConnection {
  const { me, host, is_host } = tour;
  const state = createStore<ConnectionState>("joining");
  const followers = createStore(0);
  const listeners: ((message: Message) => void)[] = [];
  let greeting: () => readonly Message[] = () => [];
  const peer = peerOf(tour);
  const voice = createVoice(peer);
  const lines = new Map<string, DataConnection>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unanswered: ReturnType<typeof setTimeout> | undefined;
  let givingUp: ReturnType<typeof setTimeout> | undefined;

  const isDone = () => state.get() === "over" || state.get() === "lost";
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
    if (message.is === "end") end("over");
    if (message.is === "away") lines.get(host)?.close();
    for (const listener of listeners) listener(message);
  };

  function welcome(line: DataConnection): void {
    // Who only looks whether there is a host has seen him now.
    if (isLook(line)) return;
    line.on("data", () => pulse.heard(line));
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
    if (isDone() || peer.destroyed) return;
    if (peer.disconnected) peer.reconnect();
    if (is_host || lines.has(host)) return;
    const line = peer.connect(host, { reliable: true, serialization: "json" });
    // Without a line to the broker there is none to the host either.
    if (line === undefined) return later();
    // What was asked of a page that was just going is never answered.
    unanswered = setTimeout(() => {
      line.close();
      later();
    }, patience);
    line.on("open", () => {
      clearTimeout(unanswered);
      clearTimeout(givingUp);
      givingUp = undefined;
      lines.set(host, line);
      state.set("on");
    });
    line.on("data", (data) => {
      pulse.heard(line);
      const message = readMessage(data);
      if (message !== null) hear(message);
    });
    line.on("close", () => {
      if (lines.get(host) !== line) return;
      lines.delete(host);
      later();
    });
  }

  function later(): void {
    if (isDone()) return;
    state.set("waiting");
    if (!is_host) givingUp ??= setTimeout(() => end("lost"), longestAway);
    clearTimeout(unanswered);
    clearTimeout(timer);
    timer = setTimeout(join, again);
  }

  function end(how: "over" | "lost"): void {
    stop(how);
    peer.destroy();
  }

  function stop(how: "over" | "lost"): void {
    state.set(how);
    clearTimeout(timer);
    clearTimeout(unanswered);
    clearTimeout(givingUp);
    pulse.stop();
    removeEventListener("pagehide", tellAway);
    voice.close();
  }

  const pulse = startHeartbeat(lines, () => say({ is: "here" }));
  const tellAway = () => void (is_host && say({ is: "away" }));
  addEventListener("pagehide", tellAway);

  peer.on("open", () => {
    if (is_host) state.set("on");
    else join();
  });
  peer.on("connection", (line) => {
    if (is_host) welcome(line);
    else line.close();
  });
  peer.on("disconnected", () => {
    if (isDone()) return;
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
    close(isOver) {
      if (isDone()) return;
      if (is_host) say({ is: isOver ? "end" : "away" });
      stop("over");
      // What was just said needs a moment to leave.
      setTimeout(() => peer.destroy(), 300);
    },
  };
}
