import { setTimeout as sleep } from "node:timers/promises";
import { partOf, topicOf } from "./channel-topics.ts";
import { PendingPresenceWrites } from "./pending-presence-writes.ts";
import type { PresenceOptions, PresenceTimes } from "./presence.ts";
import type { PresenceChannel } from "./presence-channel.ts";
import { createPresenceChannels } from "./presence-channels.ts";
import type { Member } from "./protocol.ts";
import type { Registration } from "./registration.ts";

export interface MemberListsOptions extends PresenceOptions {
  readonly times: PresenceTimes;
  readonly registration: Registration;
}

/** Milliseconds before the database is retried. */
const RETRY = 1_000;

/**
 * Synchronises the member lists of this process with the table: writes members that came and left here, and reads the
 * channels that a signal reports as changed.
 */
export function createMemberLists({ hub, store, signals, log, times, registration }: MemberListsOptions) {
  const unwritten = new PendingPresenceWrites();
  const stale = new Set<string>();
  /** Until then no leaving is announced: the other processes are rewriting theirs, too. */
  let patientUntil = 0;
  let stopped = false;

  const write = (circle: PresenceChannel, member: Member): void => {
    unwritten.add(circle, member);
    work();
  };

  const local = createPresenceChannels({ hub, write, isUnwritten: unwritten.has, grace: times.grace });
  const { circles, circleOf } = local;

  /** Registers this process as a new one, with all members connected to it. */
  const comeBack = async (): Promise<void> => {
    await registration.renew();
    patientUntil = performance.now() + times.beat + RETRY;
    setTimeout(readAgain, times.beat + RETRY).unref();
    for (const circle of circles.values())
      for (const { member } of circle.locals.values()) write(circle, member);
  };

  const readAgain = (): void => {
    for (const channel of circles.keys()) stale.add(channel);
    work();
  };

  const writeAll = async (): Promise<void> => {
    const batch = unwritten.takeAll();
    if (batch.length === 0) return;
    try {
      const process = registration.process ?? (await registration.renew());
      const places = batch.map(({ circle, member }) => ({ channel: circle.channel, member }));
      const isHere = batch.map(({ circle, member }) => circle.locals.has(member.id));
      const came = places.filter((_, at) => isHere[at]);
      const left = places.filter((_, at) => !isHere[at]);
      const xid = await store.write(process, came, left);
      for (const { channel } of places) {
        stale.add(channel);
        signals.raise(xid, topicOf(channel));
      }
    } catch (error) {
      unwritten.putBack(batch);
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
      if (known.some(([channel, members]) => local.isForgotten(circleOf(channel), members))) {
        for (const channel of channels) stale.add(channel);
        return await comeBack();
      }
      const isPatient = performance.now() < patientUntil;
      for (const [channel, members] of known) {
        const circle = circleOf(channel);
        local.tell(circle, isPatient ? circle.with(members) : members);
        if (circle.isEmpty) circles.delete(channel);
      }
    } catch (error) {
      for (const channel of channels) stale.add(channel);
      throw error;
    }
  };

  const { work, ended } = createWorking({
    hasWork: () => !stopped && (unwritten.size > 0 || stale.size > 0),
    turn: () => writeAll().then(readAll),
    async onError(error) {
      log.warn({ error: String(error) }, "realtime: the member list could not be updated, retrying");
      local.refuseWaiting();
      await sleep(RETRY);
    },
  });

  return {
    join: local.join,
    leave: local.leave,
    comeBack,
    readAgain,
    /** Reads again what a signal reports as changed. */
    hear(part: number): void {
      for (const channel of circles.keys()) if (partOf(channel) === part) stale.add(channel);
      if (stale.size > 0) work();
    },
    async stop(): Promise<void> {
      stopped = true;
      await ended();
    },
  };
}

interface Working {
  readonly hasWork: () => boolean;
  readonly turn: () => Promise<void>;
  readonly onError: (error: unknown) => Promise<void>;
}

/** Runs turns while there is work, one at a time. */
function createWorking({ hasWork, turn, onError }: Working) {
  let working: Promise<void> | undefined;
  const workOff = async (): Promise<void> => {
    while (hasWork()) await turn().catch(onError);
  };
  const work = (): void => {
    // After this turn, so that simultaneous changes are written together.
    working ??= sleep(0)
      .then(workOff)
      .finally(() => {
        working = undefined;
        if (hasWork()) work();
      });
  };
  return { work, ended: async () => working };
}
