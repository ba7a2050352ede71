import type { Connection } from "./connection.ts";
import type { Hub } from "./hub.ts";
import { type LocalMember, type PendingSubscription, PresenceChannel } from "./presence-channel.ts";
import { encode, limits, type Member } from "./protocol.ts";

/** How often a missing row is written again before the subscription is refused. */
const MOST_LOSSES = 3;

export interface PresenceChannelsOptions {
  readonly hub: Hub;
  /** Writes to the table whether this member is connected here. */
  readonly write: (circle: PresenceChannel, member: Member) => void;
  readonly isUnwritten: (circle: PresenceChannel, id: string) => boolean;
  /** Milliseconds in which a member without a socket may come back. */
  readonly grace: number;
}

/** The presence channels of this process: admission and announcements of members. */
export function createPresenceChannels({ hub, write, isUnwritten, grace }: PresenceChannelsOptions) {
  const circles = new Map<string, PresenceChannel>();

  const circleOf = (channel: string): PresenceChannel => {
    const circle = circles.get(channel) ?? new PresenceChannel(channel);
    circles.set(channel, circle);
    return circle;
  };

  const drop = (circle: PresenceChannel, local: LocalMember): void => {
    if (circle.locals.get(local.member.id) !== local) return;
    circle.locals.delete(local.member.id);
    write(circle, local.member);
  };

  const refuse = (
    circle: PresenceChannel,
    { connection, local }: PendingSubscription,
    full: boolean,
  ): void => {
    connection.send("pusher:subscription_error", full ? tooManyMembers : listUnavailable, circle.channel);
    connection.channels.delete(circle.channel);
    connection.noMemberOf(circle.channel);
    local.sockets.delete(connection);
    if (local.sockets.size === 0) drop(circle, local);
  };

  const settle = (circle: PresenceChannel, waiting: PendingSubscription): void => {
    const { connection, local } = waiting;
    if (isUnwritten(circle, local.member.id)) return;
    circle.waiting.delete(waiting);
    if (!local.sockets.has(connection)) return;
    if (circle.told.has(local.member.id)) return admit(hub, circle, connection);
    if (circle.told.size >= limits.members) return refuse(circle, waiting, true);
    if (++local.lost > MOST_LOSSES) return refuse(circle, waiting, false);
    circle.waiting.add(waiting);
    write(circle, local.member);
  };

  const tell = (circle: PresenceChannel, members: readonly Member[]): void => {
    announce(hub, circle.channel, circle.take(members));
    for (const waiting of circle.waiting) settle(circle, waiting);
  };

  /** A member is connected here without a row in the table: it was emptied, or this process taken for dead. */
  const isForgotten = (circle: PresenceChannel, members: readonly Member[]): boolean => {
    if (members.length >= limits.members) return false;
    const found = new Set(members.map(({ id }) => id));
    const isKnown = (id: string) => found.has(id) || isUnwritten(circle, id);
    return [...circle.locals.keys()].some((id) => circle.told.has(id) && !isKnown(id));
  };

  return {
    circles,
    circleOf,
    tell,
    isForgotten,

    /** Makes a connection a member; it receives the list, or the refusal. */
    join(connection: Connection, channel: string, member: Member): void {
      const circle = circleOf(channel);
      connection.joinAs(channel, member.id);
      const known = circle.locals.get(member.id);
      const local = known ?? { member, sockets: new Set(), leaving: undefined, lost: 0 };
      clearTimeout(local.leaving);
      local.leaving = undefined;
      local.sockets.add(connection);
      if (known !== undefined && circle.told.has(member.id)) return admit(hub, circle, connection);
      circle.waiting.add({ connection, local });
      if (known !== undefined) return;
      circle.locals.set(member.id, local);
      write(circle, member);
    },

    /** Ends a membership: immediately when the client unsubscribed, after a delay when its connection broke. */
    leave(connection: Connection, channel: string, isBroken: boolean): void {
      const id = connection.members.get(channel);
      const circle = circles.get(channel);
      connection.noMemberOf(channel);
      const local = id === undefined ? undefined : circle?.locals.get(id);
      if (circle === undefined || local?.sockets.delete(connection) !== true) return;
      for (const waiting of circle.waiting)
        if (waiting.connection === connection) circle.waiting.delete(waiting);
      if (local.sockets.size > 0) return;
      if (isBroken) local.leaving = setTimeout(drop, grace, circle, local).unref();
      else drop(circle, local);
    },

    /** Refuses waiting subscriptions, since they cannot be processed now. */
    refuseWaiting(): void {
      for (const circle of circles.values())
        for (const waiting of circle.waiting) {
          circle.waiting.delete(waiting);
          refuse(circle, waiting, false);
        }
    },
  };
}

function admit(hub: Hub, circle: PresenceChannel, connection: Connection): void {
  connection.send("pusher_internal:subscription_succeeded", circle.list(), circle.channel);
  hub.join(connection, circle.channel);
}

/** Announces to the sockets of a channel who came and who left. */
function announce(hub: Hub, channel: string, { came, left }: ReturnType<PresenceChannel["take"]>): void {
  for (const { id, info } of came) {
    const data = { user_id: id, user_info: JSON.parse(info) as unknown };
    hub.broadcast(channel, encode("pusher_internal:member_added", data, channel));
  }
  for (const id of left)
    hub.broadcast(channel, encode("pusher_internal:member_removed", { user_id: id }, channel));
}

const tooManyMembers = { type: "LimitReached", error: `At most ${limits.members} members.`, status: 429 };
const listUnavailable = {
  type: "ServerError",
  error: "The member list is not available at the moment.",
  status: 503,
};
