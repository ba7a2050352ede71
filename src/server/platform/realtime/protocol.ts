import { z } from "zod";

/** Seconds of silence after which a client pings the server; short, so that a tunnel is noticed soon. */
export const ACTIVITY_TIMEOUT = 30;

export const limits = {
  /** Bytes of one message, in either direction. */
  messageBytes: 10 * 1024,
  channelsPerSocket: 100,
  /** Unsent bytes at which a reader is too slow to be kept. */
  unsentBytes: 1024 * 1024,
  /** Messages of one client: a burst, and per second in the long run. */
  messageBurst: 250,
  messagesPerSecond: 20,
  /** Of these, the events for the other clients of a channel. */
  clientEventsPerSecond: 10,
  /** Members of one presence channel; the next one is refused. */
  members: 100,
  /** Characters of a member's displayed data. */
  memberCharacters: 1_100,
  eventName: 200,
  sockets: 10_000,
  /** A building site or an office may share one address. */
  socketsPerAddress: 1_000,
} as const;

/** Close codes of the protocol: 40xx do not reconnect, 41xx reconnect later, 42xx reconnect now. */
export const close = {
  noSuchApp: 4001,
  noSuchPath: 4005,
  badVersion: 4006,
  unsupportedVersion: 4007,
  noVersion: 4008,
  unauthorized: 4009,
  overCapacity: 4100,
  reconnect: 4200,
  silent: 4201,
} as const;

/** Sent to a client that exceeds its limit of client events; its connection stays. */
export const CLIENT_EVENT_REFUSED = 4301;

export const channelName = /^[A-Za-z0-9_\-=@,.;]{1,164}$/;
export const isPresence = (channel: string): boolean => channel.startsWith("presence-");
/** Channel by which the server addresses one user, on all sockets where they are signed in. */
const userChannel = /^#server-to-user-[A-Za-z0-9_\-=@,.;]{1,128}$/;
export const userChannelOf = (id: string): string => `#server-to-user-${id}`;
/** Channels that a program may address. */
export const isAddressable = (channel: string): boolean =>
  channelName.test(channel) || userChannel.test(channel);
/** Channels that require a signature. */
export const isGuarded = (channel: string): boolean => channel.startsWith("private-") || isPresence(channel);
/** Encrypted messages cannot be read here, so client events are not allowed there. */
export const isEncrypted = (channel: string): boolean => channel.startsWith("private-encrypted-");

const Channel = z.object({ channel: z.string().refine(isAddressable) });

const Message = z.discriminatedUnion("event", [
  z.object({ event: z.literal("pusher:ping") }),
  z.object({ event: z.literal("pusher:pong") }),
  z.object({
    event: z.literal("pusher:subscribe"),
    data: Channel.extend({ auth: z.string().max(400).optional(), channel_data: z.string().optional() }),
  }),
  z.object({ event: z.literal("pusher:unsubscribe"), data: Channel }),
  z.object({
    event: z.literal("pusher:signin"),
    data: z.object({ auth: z.string().max(400), user_data: z.string().max(limits.memberCharacters) }),
  }),
]);

const ClientEvent = Channel.extend({
  event: z
    .string()
    .max(limits.eventName)
    .regex(/^client-/),
  data: z.unknown(),
});
export type ClientEvent = z.output<typeof ClientEvent>;
export type Message = z.output<typeof Message> | ClientEvent;

export const isClientEvent = (message: Message): message is ClientEvent =>
  message.event.startsWith("client-");

/** A client's message, or undefined for an invalid one. Never throws. */
export function parseMessage(text: string): Message | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return Message.safeParse(json).data ?? ClientEvent.safeParse(json).data;
  } catch {
    return undefined;
  }
}

const Member = z.object({
  user_id: z.union([z.string().min(1).max(128), z.number()]),
  user_info: z.unknown(),
});

/** A member of a presence channel: its id, and its displayed data as JSON text. */
export interface Member {
  readonly id: string;
  readonly info: string;
}

/** The member named by signed channel data; undefined when it names none or exceeds the limit. */
export function parseMember(channelData: string | undefined): Member | undefined {
  if (channelData === undefined || channelData.length > limits.memberCharacters) return undefined;
  try {
    const { data } = Member.safeParse(JSON.parse(channelData));
    if (data === undefined) return undefined;
    return { id: String(data.user_id), info: JSON.stringify(data.user_info ?? null) };
  } catch {
    return undefined;
  }
}

const User = z.object({ id: z.string().min(1).max(128) });

/** The id of the user named by signed data; undefined when it names none that can be part of a channel name. */
export function parseUser(userData: string): string | undefined {
  try {
    const { data } = User.safeParse(JSON.parse(userData));
    return data !== undefined && userChannel.test(userChannelOf(data.id)) ? data.id : undefined;
  } catch {
    return undefined;
  }
}

/** A message to a client. The protocol requires `data` as JSON inside the JSON. */
export function encode(event: string, data: unknown, channel?: string): string {
  return encodeText(event, JSON.stringify(data ?? {}), channel);
}

/** The same for data that is text already; `userId` is the sending member of a presence channel. */
export function encodeText(event: string, data: string, channel?: string, userId?: string): string {
  return JSON.stringify({ event, channel, data, user_id: userId });
}
