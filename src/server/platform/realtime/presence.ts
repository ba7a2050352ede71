import type { Signals } from "../events/signals.ts";
import type { Log } from "../log.ts";
import { PARTS, topicOf, topicOfPart } from "./channel-topics.ts";
import type { Connection } from "./connection.ts";
import type { Hub } from "./hub.ts";
import { createMemberLists } from "./member-lists.ts";
import type { PresenceStore } from "./presence-store.ts";
import type { Member } from "./protocol.ts";
import { Registration } from "./registration.ts";

export interface PresenceTimes {
  /** Milliseconds between two heartbeats of this process. */
  readonly beat: number;
  /** How long after a heartbeat a process counts as alive. */
  readonly lease: number;
  /** How long a member without a socket may take to come back before it counts as left. */
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

/** All lists are read again after this many heartbeats, in case a signal was lost. */
const HEAL_EVERY = 3;

/**
 * Presence channels over any number of processes. The table is the source of truth; each process keeps the list that
 * was last announced to its connections, reads the table on a signal, and announces the difference. So each member is
 * announced once, for any number of its sockets or processes, a lost signal is repaired by the next reading, and a dead
 * process is removed with all members who were present through it alone.
 */
export function createPresence(options: PresenceOptions) {
  const { store, signals, log, times = usualTimes } = options;
  const registration = new Registration(store, times);
  const lists = createMemberLists({ ...options, times, registration });
  const undo: (() => void)[] = [];
  let beating: NodeJS.Timeout | undefined;
  let beats = 0;
  let stopped = false;

  const beat = async (channels?: ReadonlyMap<string, number>): Promise<void> => {
    if (!(await registration.prolong(channels))) await lists.comeBack();
    const dead = await store.reap();
    for (const channel of dead.channels) signals.raise(dead.xid, topicOf(channel));
    if (++beats % HEAL_EVERY === 0) lists.readAgain();
  };

  return {
    join: lists.join,
    leave(connection: Connection, channel: string, isBroken: boolean): void {
      // Clients disconnected by an ending process are on their way to the next one.
      if (!stopped) lists.leave(connection, channel, isBroken);
    },

    /** The members of any channel, of all processes. */
    async members(channels: readonly string[]): Promise<Map<string, Member[]>> {
      return store.read(channels);
    },

    /** Subscriptions by channel in the other processes, as last reported. */
    occupiedElsewhere: () => store.occupiedElsewhere(registration.process ?? 0),

    /** `occupancy`: this process's channels, for the other processes. */
    async start(occupancy?: () => ReadonlyMap<string, number>): Promise<void> {
      await registration.renew();
      for (let part = 0; part < PARTS; part++)
        undo.push(signals.on(topicOfPart(part), () => lists.hear(part)));
      const next = (): void => {
        beating = setTimeout(() => {
          void beat(occupancy?.())
            .catch((error: unknown) => log.warn({ error: String(error) }, "realtime: heartbeat failed"))
            .finally(() => (stopped ? undefined : next()));
        }, times.beat).unref();
      };
      next();
    },

    /** Keeps the members for as long as they need to reconnect to another process. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(beating);
      for (const end of undo) end();
      await lists.stop();
      const { process } = registration;
      if (process !== undefined) await store.prolong(process, times.grace).catch(() => undefined);
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;
