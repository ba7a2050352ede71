import { setTimeout as sleep } from "node:timers/promises";
import type { Signals } from "../events/signals.ts";
import type { Log } from "../log.ts";
import { Circle } from "./circle.ts";
import { createCircles } from "./circles.ts";
import type { Connection } from "./connection.ts";
import type { Hub } from "./hub.ts";
import type { Place, PresenceStore } from "./presence-store.ts";
import { type Member } from "./protocol.ts";

export interface PresenceTimes {
  /** Milliseconds between two proofs that this process lives. */
  readonly beat: number;
  /** How long after one of them a process counts as alive. */
  readonly lease: number;
  /** How long a member without a socket may take to come back before he has left. */
  readonly grace: number;
}

export const usualTimes: PresenceTimes = { beat: 5_000, lease: 15_000, grace: 4_000 };

export interface PresenceOptions {
  readonly hub: Hub;
  readonly store: PresenceStore;
  readonly signals: Signals;
  readonly log: Log;
  readonly times?: PresenceTimes;
}

/** Every so many proofs of life all lists are read again, should a signal have been lost. */
const HEAL_EVERY = 3;
/** Milliseconds before the database is tried again. */
const RETRY = 1_000;
/** Signals name one of so many parts of all channels: precise enough, and a notification holds them all. */
const PARTS = 64;

/**
 * Presence channels over any number of processes. The truth is the table; each process keeps the list that its
 * connections were told last, reads the truth when a signal says so, and tells them the difference. So everybody
 * hears of each member once, however many sockets or processes he is connected by, a lost signal heals with the next
 * reading, and a process that died is forgotten with all who were there through it alone.
 */
export function createPresence({ hub, store, signals, log, times = usualTimes }: PresenceOptions) {
  const unwritten = new Map<string, { readonly place: Place; readonly circle: Circle }>();
  const stale = new Set<string>();
  const undo: (() => void)[] = [];
  let process: number | undefined;
  let beating: NodeJS.Timeout | undefined;
  let beats = 0;
  /** Until then nobody is told that somebody left: the other processes are writing theirs anew, too. */
  let patientUntil = 0;
  let stopped = false;

  const write = (circle: Circle, member: Member): void => {
    unwritten.set(`${circle.channel} ${member.id}`, { place: { channel: circle.channel, member }, circle });
    work();
  };

  const isUnwritten = (circle: Circle, id: string): boolean => unwritten.has(`${circle.channel} ${id}`);
  const { circles, circleOf, join, leave, tell, isForgotten, refuseWaiting } = createCircles({
    hub,
    write,
    isUnwritten,
    grace: times.grace,
  });

  /** This process as a new one, with everybody who is connected to it. */
  const comeBack = async (): Promise<void> => {
    process = await store.register(times.lease);
    const patience = times.beat + RETRY;
    patientUntil = performance.now() + patience;
    setTimeout(readAgain, patience).unref();
    for (const circle of circles.values())
      for (const { member } of circle.locals.values()) write(circle, member);
  };

  const readAgain = (): void => {
    for (const channel of circles.keys()) stale.add(channel);
    work();
  };

  const writeAll = async (): Promise<void> => {
    const batch = [...unwritten.values()];
    if (batch.length === 0) return;
    unwritten.clear();
    try {
      process ??= await store.register(times.lease);
      const came = batch.filter(({ place, circle }) => circle.locals.has(place.member.id));
      const left = batch.filter(({ place, circle }) => !circle.locals.has(place.member.id));
      const xid = await store.write(process, came.map(placeOf), left.map(placeOf));
      for (const { place } of batch) {
        stale.add(place.channel);
        signals.raise(xid, topicOf(place.channel));
      }
    } catch (error) {
      for (const each of batch) {
        const key = `${each.place.channel} ${each.place.member.id}`;
        if (!unwritten.has(key)) unwritten.set(key, each);
      }
      throw error;
    }
  };

  const readAll = async (): Promise<void> => {
    const channels = [...stale].filter((channel) => circles.has(channel));
    stale.clear();
    if (channels.length === 0) return;
    try {
      const lists = await store.read(channels);
      const known = [...lists].filter(([channel]) => circles.has(channel));
      if (known.some(([channel, members]) => isForgotten(circleOf(channel), members))) {
        for (const channel of channels) stale.add(channel);
        return await comeBack();
      }
      const isPatient = performance.now() < patientUntil;
      for (const [channel, members] of known) {
        const circle = circleOf(channel);
        tell(circle, isPatient ? circle.with(members) : members);
        if (circle.isEmpty) circles.delete(channel);
      }
    } catch (error) {
      for (const channel of channels) stale.add(channel);
      throw error;
    }
  };

  const hasWork = () => !stopped && (unwritten.size > 0 || stale.size > 0);

  const { work, ended } = createWorking({
    hasWork,
    async turn() {
      await writeAll();
      await readAll();
    },
    async onError(error) {
      log.warn({ error: String(error) }, "realtime: the list of members could not be kept, trying again");
      refuseWaiting();
      await sleep(RETRY);
    },
  });

  const beat = async (channels?: ReadonlyMap<string, number>): Promise<void> => {
    if (process === undefined || !(await store.prolong(process, times.lease, channels))) await comeBack();
    const dead = await store.reap();
    for (const channel of dead.channels) signals.raise(dead.xid, topicOf(channel));
    if (++beats % HEAL_EVERY === 0) readAgain();
  };

  return {
    join,
    leave(connection: Connection, channel: string, isBroken: boolean): void {
      // Who is sent away by a process that ends is on his way to the next one.
      if (!stopped) leave(connection, channel, isBroken);
    },

    /** The members of any channel, of all processes. */
    async members(channels: readonly string[]): Promise<Map<string, Member[]>> {
      return store.read(channels);
    },

    /** Subscriptions by channel in the other processes, as they last said. */
    occupiedElsewhere: () => store.occupiedElsewhere(process ?? 0),

    /** `occupancy`: what the other processes are to know about this one's channels. */
    async start(occupancy?: () => ReadonlyMap<string, number>): Promise<void> {
      process = await store.register(times.lease);
      for (let part = 0; part < PARTS; part++) undo.push(signals.on(topic(part), () => hear(part)));
      const next = (): void => {
        beating = setTimeout(() => {
          void beat(occupancy?.())
            .catch((error: unknown) => log.warn({ error: String(error) }, "realtime: no proof of life"))
            .finally(() => (stopped ? undefined : next()));
        }, times.beat).unref();
      };
      next();
    },

    /** Leaves the members as they are for as long as they need to come back to another process. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(beating);
      for (const end of undo) end();
      await ended();
      if (process !== undefined) await store.prolong(process, times.grace).catch(() => undefined);
    },
  };

  function hear(part: number): void {
    for (const channel of circles.keys()) if (partOf(channel) === part) stale.add(channel);
    if (stale.size > 0) work();
  }
}

interface Working {
  readonly hasWork: () => boolean;
  readonly turn: () => Promise<void>;
  readonly onError: (error: unknown) => Promise<void>;
}

/** Takes turns while there is work, one at a time. */
function createWorking({ hasWork, turn, onError }: Working) {
  let working: Promise<void> | undefined;
  const workOff = async (): Promise<void> => {
    while (hasWork()) await turn().catch(onError);
  };
  const work = (): void => {
    // After this turn, so that what happens together is written together.
    working ??= sleep(0)
      .then(workOff)
      .finally(() => {
        working = undefined;
        if (hasWork()) work();
      });
  };
  return { work, ended: async () => working };
}

export type Presence = ReturnType<typeof createPresence>;

const placeOf = ({ place }: { readonly place: Place }) => place;
const topic = (part: number) => `presence.${part}`;
const topicOf = (channel: string) => topic(partOf(channel));

function partOf(channel: string): number {
  let hash = 0;
  for (let at = 0; at < channel.length; at++) hash = (hash * 31 + channel.charCodeAt(at)) >>> 0;
  return hash % PARTS;
}
