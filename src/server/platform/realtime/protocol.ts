import { z } from "zod";

/** Seconds of silence after which a client asks whether we are there; short, so that a tunnel is noticed soon. */
export const ACTIVITY_TIMEOUT = 30;

export const limits = {
  /** Bytes of one message, in either direction. */
  messageBytes: 10 * 1024,
  channelsPerSocket: 100,
  /** Unsent bytes at which a reader is too slow to be kept. */
  unsentBytes: 1024 * 1024,
  /** Messages of one client: a burst, and per second on the long run. */
  messageBurst: 250,
  messagesPerSecond: 20,
  /** Of these, the ones meant for the other clients of a channel. */
  clientEventsPerSecond: 10,
  /** Members of one presence channel; the next one is refused. */
  members: 100,
  /** Characters of what a member is shown by. */
  memberCharacters: 1_100,
  eventName: 200,
  sockets: 10_000,
  /** A building site or an office may share one address. */
  socketsPerAddress: 1_000,
} as const;

/** Close codes of the protocol: 40xx do not come back, 41xx come back later, 42xx come back now. */
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

/** Said to a client that sends the others more than it may; its connection stays. */
export const CLIENT_EVENT_REFUSED = 4301;

export const channelName = /^[A-Za-z0-9_\-=@,.;]{1,164}$/;
export const isPresence = (channel: string): boolean => channel.startsWith("presence-");
/** Where the server speaks to one user, on whichever of their sockets they are signed in. */
const userChannel = /^#server-to-user-[A-Za-z0-9_\-=@,.;]{1,128}$/;
export const userChannelOf = (id: string): string => `#server-to-user-${id}`;
/** What a program may speak to. */
export const isAddressable = (channel: string): boolean =>
  channelName.test(channel) || userChannel.test(channel);
/** Channels that want a signature. */
export const isGuarded = (channel: string): boolean => channel.startsWith("private-") || isPresence(channel);
/** What is said there cannot be read here, so clients have no business to speak among themselves. */
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

/** A client's message, or undefined for what is none of ours. Never throws. */
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

/** Who is in a presence channel: what tells him from others, and how he is shown, as JSON text. */
export interface Member {
  readonly id: string;
  readonly info: string;
}

/** The member that signed channel data names; undefined for what names none or says too much. */
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

/** The id of the user that signed data names; undefined where it names none that a channel can be called by. */
export function parseUser(userData: string): string | undefined {
  try {
    const { data } = User.safeParse(JSON.parse(userData));
    return data !== undefined && userChannel.test(userChannelOf(data.id)) ? data.id : undefined;
  } catch {
    return undefined;
  }
}

/** A message to a client. The protocol wants `data` as JSON inside the JSON. */
export function encode(event: string, data: unknown, channel?: string): string {
  return encodeText(event, JSON.stringify(data ?? {}), channel);
}

/** The same for data that is text already; `userId` says which member of a presence channel spoke. */
export function encodeText(event: string, data: string, channel?: string, userId?: string): string {
  return JSON.stringify({ event, channel, data, user_id: userId });
}
