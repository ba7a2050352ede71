import type { DataConnection } from "peerjs";
import type { GuidedTour } from "#contract/guided.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { type Message, readMessage } from "./messages.ts";
import { isLook, peerOf } from "./peer.ts";
import { createVoice, type Voice } from "./voice.ts";

/**
 * `joining`: connecting. `on`: connected. `waiting`: the host is absent, retrying. `over`: ended by the host or left.
 * `lost`: over, since the host did not come back.
 */
export type ConnectionState = "joining" | "on" | "waiting" | "over" | "lost";

/** Connection between the browsers of a tour. */
export interface TourConnection {
  readonly state: Store<ConnectionState>;
  /** Number of followers. */
  readonly followers: Store<number>;
  readonly voice: Voice;
  /** Sends to all followers, from the host. */
  say(message: Message): void;
  onMessage(listener: (message: Message) => void): void;
  /** Messages that a new follower receives first. */
  greetWith(message: () => readonly Message[]): void;
  /** `isOver`: the host ends the tour for everyone; otherwise they may come back. */
  close(isOver: boolean): void;
}

/** Milliseconds between two attempts to reconnect. */
const again = 3_000;
/** Milliseconds after which an unanswered attempt is given up. */
const patience = 6_000;
/** Milliseconds of the host's absence after which a tour is over. */
const longestAway = 60_000;

/**
 * The library finds the other browsers by the broker; all messages are sent peer to peer. A broken connection is
 * retried until the tour is over.
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
    // A presence check needs no more than the connection itself.
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
    // Without a connection to the broker there is none to the host either.
    if (line === undefined) return later();
    // A request to a page that was just closing is never answered.
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
    // Existing connections continue; only new participants need the broker.
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
      // The last message needs a moment to be sent.
      setTimeout(() => peer.destroy(), 300);
    },
  };
}
