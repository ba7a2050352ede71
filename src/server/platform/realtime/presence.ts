import { setTimeout as sleep } from "node:timers/promises";
import type { Signals } from "../events/signals.ts";
import type { Log } from "../log.ts";
import { Circle, type Local, type Waiting } from "./circle.ts";
import type { Connection } from "./connection.ts";
import type { Hub } from "./hub.ts";
import type { Place, PresenceStore } from "./presence-store.ts";
import { encode, limits, type Member } from "./protocol.ts";

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
/** How often a row that vanishes is written again before the subscription is refused. */
const MOST_LOSSES = 3;

/**
 * Presence channels over any number of processes. The truth is the table; each process keeps the list that its
 * connections were told last, reads the truth when a signal says so, and tells them the difference. So everybody
 * hears of each member once, however many sockets or processes he is connected by, a lost signal heals with the next
 * reading, and a process that died is forgotten with all who were there through it alone.
 */
export function createPresence({ hub, store, signals, log, times = usualTimes }: PresenceOptions) {
  const circles = new Map<string, Circle>();
  const unwritten = new Map<string, { readonly place: Place; readonly circle: Circle }>();
  const stale = new Set<string>();
  const undo: (() => void)[] = [];
  let process: number | undefined;
  let beating: NodeJS.Timeout | undefined;
  let beats = 0;
  /** Until then nobody is told that somebody left: the other processes are writing theirs anew, too. */
  let patientUntil = 0;
  let working: Promise<void> | undefined;
  let stopped = false;

  const circleOf = (channel: string): Circle => {
    const circle = circles.get(channel) ?? new Circle(channel);
    circles.set(channel, circle);
    return circle;
  };

  const write = (circle: Circle, member: Member): void => {
    unwritten.set(`${circle.channel} ${member.id}`, { place: { channel: circle.channel, member }, circle });
    work();
  };

  const drop = (circle: Circle, local: Local): void => {
    if (circle.locals.get(local.member.id) !== local) return;
    circle.locals.delete(local.member.id);
    write(circle, local.member);
  };

  const admit = (circle: Circle, connection: Connection): void => {
    connection.send("pusher_internal:subscription_succeeded", circle.list(), circle.channel);
    hub.join(connection, circle.channel);
  };

  const refuse = (circle: Circle, { connection, local }: Waiting, full: boolean): void => {
    const problem = full
      ? { type: "LimitReached", error: `At most ${limits.members} members.`, status: 429 }
      : { type: "ServerError", error: "The list of members cannot be kept now.", status: 503 };
    connection.send("pusher:subscription_error", problem, circle.channel);
    connection.channels.delete(circle.channel);
    connection.noMemberOf(circle.channel);
    local.sockets.delete(connection);
    if (local.sockets.size === 0) drop(circle, local);
  };

  const settle = (circle: Circle, waiting: Waiting): void => {
    const { connection, local } = waiting;
    if (unwritten.has(`${circle.channel} ${local.member.id}`)) return;
    circle.waiting.delete(waiting);
    if (!local.sockets.has(connection)) return;
    if (circle.told.has(local.member.id)) return admit(circle, connection);
    if (circle.told.size >= limits.members) return refuse(circle, waiting, true);
    if (++local.lost > MOST_LOSSES) return refuse(circle, waiting, false);
    circle.waiting.add(waiting);
    write(circle, local.member);
  };

  const tell = (circle: Circle, members: readonly Member[]): void => {
    const { channel } = circle;
    const { came, left } = circle.take(members);
    for (const { id, info } of came) {
      const data = { user_id: id, user_info: JSON.parse(info) as unknown };
      hub.broadcast(channel, encode("pusher_internal:member_added", data, channel));
    }
    for (const id of left)
      hub.broadcast(channel, encode("pusher_internal:member_removed", { user_id: id }, channel));
    for (const waiting of circle.waiting) settle(circle, waiting);
  };

  /** Somebody is connected here and the table does not know: it was emptied, or this process taken for dead. */
  const isForgotten = (circle: Circle, members: readonly Member[]): boolean => {
    if (members.length >= limits.members) return false;
    const found = new Set(members.map(({ id }) => id));
    const isKnown = (id: string) => found.has(id) || unwritten.has(`${circle.channel} ${id}`);
    return [...circle.locals.keys()].some((id) => circle.told.has(id) && !isKnown(id));
  };

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

  const workOff = async (): Promise<void> => {
    while (hasWork()) {
      try {
        await writeAll();
        await readAll();
      } catch (error) {
        log.warn({ error: String(error) }, "realtime: the list of members could not be kept, trying again");
        for (const circle of circles.values())
          for (const waiting of circle.waiting) {
            circle.waiting.delete(waiting);
            refuse(circle, waiting, false);
          }
        await sleep(RETRY);
      }
    }
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

  const beat = async (channels?: ReadonlyMap<string, number>): Promise<void> => {
    if (process === undefined || !(await store.prolong(process, times.lease, channels))) await comeBack();
    const dead = await store.reap();
    for (const channel of dead.channels) signals.raise(dead.xid, topicOf(channel));
    if (++beats % HEAL_EVERY === 0) readAgain();
  };

  return {
    /** Makes a connection a member; it is told the list, or why not. */
    join(connection: Connection, channel: string, member: Member): void {
      const circle = circleOf(channel);
      connection.joinAs(channel, member.id);
      const known = circle.locals.get(member.id);
      const local = known ?? { member, sockets: new Set(), leaving: undefined, lost: 0 };
      clearTimeout(local.leaving);
      local.leaving = undefined;
      local.sockets.add(connection);
      if (known !== undefined && circle.told.has(member.id)) return admit(circle, connection);
      circle.waiting.add({ connection, local });
      if (known !== undefined) return;
      circle.locals.set(member.id, local);
      write(circle, member);
    },

    /** Ends a membership: at once when the client said so, after a while when its connection broke. */
    leave(connection: Connection, channel: string, isBroken: boolean): void {
      // Who is sent away by a process that ends is on his way to the next one.
      if (stopped) return;
      const id = connection.members.get(channel);
      const circle = circles.get(channel);
      connection.noMemberOf(channel);
      const local = id === undefined ? undefined : circle?.locals.get(id);
      if (circle === undefined || local?.sockets.delete(connection) !== true) return;
      for (const waiting of circle.waiting)
        if (waiting.connection === connection) circle.waiting.delete(waiting);
      if (local.sockets.size > 0) return;
      if (isBroken) local.leaving = setTimeout(drop, times.grace, circle, local).unref();
      else drop(circle, local);
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
      await working;
      if (process !== undefined) await store.prolong(process, times.grace).catch(() => undefined);
    },
  };

  function hear(part: number): void {
    for (const channel of circles.keys()) if (partOf(channel) === part) stale.add(channel);
    if (stale.size > 0) work();
  }
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
