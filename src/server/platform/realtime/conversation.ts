import type { Connection } from "./connection.ts";
import type { Hub } from "./hub.ts";
import { close, isPrivate, limits, type Message, parseMessage } from "./protocol.ts";
import { type Credentials, verify } from "./signature.ts";

/** Answers what a client says. */
export function converse(
  hub: Hub,
  credentials: Credentials,
  connection: Connection,
  bytes: Buffer,
  isBinary: boolean,
): void {
  connection.lastHeard = performance.now();
  if (!connection.allowsMessage()) return connection.close(close.overCapacity, "too many messages");
  const message = isBinary ? undefined : parseMessage(bytes.toString());
  if (message === undefined)
    return connection.send("pusher:error", { code: null, message: "This message is not understood." });
  switch (message.event) {
    case "pusher:ping":
      return connection.send("pusher:pong", {});
    case "pusher:pong":
      return;
    case "pusher:unsubscribe":
      return hub.leave(connection, message.data.channel);
    case "pusher:subscribe":
      return subscribe(hub, credentials, connection, message.data);
  }
}

function subscribe(
  hub: Hub,
  credentials: Credentials,
  connection: Connection,
  request: Extract<Message, { event: "pusher:subscribe" }>["data"],
): void {
  const { channel, auth, channel_data } = request;
  const refuse = (type: string, error: string, status: number) =>
    connection.send("pusher:subscription_error", { type, error, status }, channel);

  // Nothing is public yet, and presence waits for the screens that show it: it needs the list of members besides.
  if (!isPrivate(channel)) return refuse("AuthError", "Only private channels are open.", 403);
  if (connection.channels.size >= limits.channelsPerSocket && !connection.channels.has(channel))
    return refuse("LimitReached", `At most ${limits.channelsPerSocket} channels.`, 429);
  const hearer = verify(credentials, connection.id, channel, auth ?? "", channel_data);
  if (hearer === undefined) return refuse("AuthError", "The signature is not valid.", 401);
  connection.channels.set(channel, hearer);
  hub.join(connection, channel);
  connection.send("pusher_internal:subscription_succeeded", {}, channel);
}
