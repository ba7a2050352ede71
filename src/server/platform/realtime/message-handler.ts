import type { Connection } from "./connection.ts";
import type { Hub } from "./hub.ts";
import type { Presence } from "./presence.ts";
import {
  CLIENT_EVENT_REFUSED,
  type ClientEvent,
  close,
  encodeText,
  isClientEvent,
  isEncrypted,
  isGuarded,
  isPresence,
  limits,
  type Message,
  parseMember,
  parseMessage,
  parseUser,
  userChannelOf,
} from "./protocol.ts";
import { type Credentials, type Hearer, isSameHearer, verify } from "./signature.ts";

export interface MessageContext {
  readonly hub: Hub;
  readonly credentials: Credentials;
  /** Whether channels without a signature are open, too. */
  readonly isPublicOpen: boolean;
  /** Absent where the processes share no database. */
  readonly presence: Presence | undefined;
  /** Sends it to clients of other processes. */
  relay(channel: string, text: string): void;
}

/** Handles a message from a client. */
export function handleMessage(
  with_: MessageContext,
  connection: Connection,
  bytes: Buffer,
  isBinary: boolean,
): void {
  connection.lastHeard = performance.now();
  if (!connection.allowsMessage()) return connection.close(close.overCapacity, "too many messages");
  const message = isBinary ? undefined : parseMessage(bytes.toString());
  if (message === undefined)
    return connection.send("pusher:error", { code: null, message: "This message is not understood." });
  if (isClientEvent(message)) return passOn(with_, connection, message);
  switch (message.event) {
    case "pusher:ping":
      return connection.send("pusher:pong", {});
    case "pusher:pong":
      return;
    case "pusher:unsubscribe":
      return unsubscribe(with_, connection, message.data.channel);
    case "pusher:subscribe":
      return subscribe(with_, connection, message.data);
    case "pusher:signin":
      return signIn(with_, connection, message.data);
  }
}

function subscribe(
  { hub, credentials, isPublicOpen, presence }: MessageContext,
  connection: Connection,
  request: Extract<Message, { event: "pusher:subscribe" }>["data"],
): void {
  const { channel, auth, channel_data } = request;
  const refuse = (type: string, error: string, status: number) =>
    connection.send("pusher:subscription_error", { type, error, status }, channel);
  const isNew = !connection.channels.has(channel);
  if (connection.channels.size >= limits.channelsPerSocket && isNew)
    return refuse("LimitReached", `At most ${limits.channelsPerSocket} channels.`, 429);

  if (channel.startsWith("#")) {
    // Subscribed since the sign-in; the client library requests it all the same.
    if (!hub.isHeardBy(connection, channel)) return refuse("AuthError", "Sign in as this user first.", 401);
    return connection.send("pusher_internal:subscription_succeeded", {}, channel);
  }
  if (!isGuarded(channel)) {
    if (!isPublicOpen) return refuse("AuthError", "Only private and presence channels are open.", 403);
    connection.channels.set(channel, null);
  } else {
    const hearer = verify(credentials, connection.id, channel, auth ?? "", channel_data);
    if (hearer === undefined) return refuse("AuthError", "The signature is not valid.", 401);
    if (!takes(connection, hearer)) return refuse("AuthError", "The socket is another session's.", 403);
    if (isPresence(channel)) {
      const member = parseMember(channel_data);
      if (presence === undefined) return refuse("AuthError", "There are no presence channels here.", 403);
      if (member === undefined) return refuse("AuthError", "The channel data names no member.", 400);
      if (!isNew) unsubscribe({ hub, presence }, connection, channel);
      connection.channels.set(channel, hearer);
      return presence.join(connection, channel, member);
    }
    connection.channels.set(channel, hearer);
  }
  hub.join(connection, channel);
  connection.send("pusher_internal:subscription_succeeded", {}, channel);
}

/** Whether the connection belongs to this hearer, or to none yet. A standard signature names no user. */
function takes(connection: Connection, hearer: Hearer | null): boolean {
  if (hearer === null) return true;
  connection.owner ??= hearer;
  return isSameHearer(connection.owner, hearer);
}

/** Signs the connection in as a user, whom the server can address by id. Closes it when the signature is invalid. */
function signIn(
  { hub, credentials }: MessageContext,
  connection: Connection,
  { auth, user_data }: Extract<Message, { event: "pusher:signin" }>["data"],
): void {
  // The protocol signs `socket_id::user::user_data`.
  const hearer = verify(credentials, connection.id, ":user:", auth, user_data);
  const id = parseUser(user_data);
  const isAnother = connection.signedInAs !== undefined && connection.signedInAs !== id;
  if (hearer === undefined || id === undefined || isAnother || !takes(connection, hearer)) {
    const message = "The sign-in is not valid.";
    connection.send("pusher:error", { code: close.unauthorized, message });
    return connection.close(close.unauthorized, message);
  }
  connection.signedInAs = id;
  const channel = userChannelOf(id);
  connection.channels.set(channel, hearer);
  hub.join(connection, channel);
  connection.send("pusher:signin_success", { user_data });
}

function unsubscribe(
  { hub, presence }: Pick<MessageContext, "hub" | "presence">,
  connection: Connection,
  channel: string,
): void {
  hub.leave(connection, channel);
  presence?.leave(connection, channel, false);
}

/** An event of one client for the others: never back to the sender, and rate limited to human speed. */
function passOn({ hub, relay }: MessageContext, connection: Connection, message: ClientEvent): void {
  const { channel, event } = message;
  const refuse = (why: string) =>
    connection.send("pusher:error", {
      code: CLIENT_EVENT_REFUSED,
      message: `The event was refused: ${why}.`,
    });
  if (!isGuarded(channel) || isEncrypted(channel))
    return refuse("clients may speak on private and presence channels only");
  const hearer = connection.channels.get(channel);
  if (hearer === undefined || !hub.isHeardBy(connection, channel))
    return refuse("the channel is not subscribed to");
  if (hearer?.isQuiet === true) return refuse("this account may only listen");
  if (!connection.allowsClientEvent()) return refuse(`at most ${limits.clientEventsPerSecond} a second`);
  const data = typeof message.data === "string" ? message.data : JSON.stringify(message.data ?? {});
  const text = encodeText(event, data, channel, connection.members.get(channel));
  hub.broadcast(channel, text, connection.id);
  relay(channel, text);
}
