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
  sockets: 10_000,
  /** A building site or an office may share one address. */
  socketsPerAddress: 1_000,
} as const;

/** Close codes of the protocol: 40xx do not come back, 41xx come back later, 42xx come back now. */
export const close = {
  noSuchApp: 4001,
  badVersion: 4006,
  unsupportedVersion: 4007,
  noVersion: 4008,
  overCapacity: 4100,
  reconnect: 4200,
  silent: 4201,
} as const;

export const channelName = /^[A-Za-z0-9_\-=@,.;]{1,164}$/;
export const isPrivate = (channel: string): boolean => channel.startsWith("private-");

const Channel = z.object({ channel: z.string().regex(channelName) });

const Message = z.discriminatedUnion("event", [
  z.object({ event: z.literal("pusher:ping") }),
  z.object({ event: z.literal("pusher:pong") }),
  z.object({
    event: z.literal("pusher:subscribe"),
    data: Channel.extend({ auth: z.string().max(400).optional(), channel_data: z.string().optional() }),
  }),
  z.object({ event: z.literal("pusher:unsubscribe"), data: Channel }),
]);
export type Message = z.output<typeof Message>;

/** A client's message, or undefined for what is none of ours. Never throws. */
export function parseMessage(text: string): Message | undefined {
  try {
    return Message.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** A message to a client. The protocol wants `data` as JSON inside the JSON. */
export function encode(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, channel, data: JSON.stringify(data ?? {}) });
}
