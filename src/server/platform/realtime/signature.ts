import { createHmac, timingSafeEqual } from "node:crypto";

/** The session or token that a subscription belongs to, so that it ends with it. */
export interface Hearer {
  /** 0 for a program, which has none. */
  readonly session: number;
  readonly user: number;
  /** Of the API token, for a program. */
  readonly token?: number;
  /** Subscribes only: may send no events to the other clients of a channel. */
  readonly isQuiet?: boolean;
}

export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/**
 * The protocol's signature: `key:` and the HMAC-SHA256 of `socket_id:channel`, or of `socket_id:channel:data` for
 * channels that carry some, in hexadecimal. What any Pusher server and library calculates.
 */
export function sign({ key, secret }: Credentials, socketId: string, channel: string, data?: string): string {
  const text = data === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${data}`;
  return `${key}:${createHmac("sha256", secret).update(text).digest("hex")}`;
}

/**
 * The same with the session inside: `key:signature:session.user`, with `.quiet` appended for a subscriber who may only
 * listen and `.token-7` for a program with that token. Clients pass it on unread, so it needs nothing from them, and
 * every process that a socket may be connected to learns its owner without a query.
 */
export function signFor(
  credentials: Credentials,
  socketId: string,
  channel: string,
  hearer: Hearer,
  data?: string,
): string {
  const quiet = hearer.isQuiet === true ? ".quiet" : "";
  const token = hearer.token === undefined ? "" : `.token-${hearer.token}`;
  const who = `${hearer.session}.${hearer.user}${quiet}${token}`;
  return `${sign(credentials, socketId, channel, signedData(data, who))}:${who}`;
}

/** The owner of the subscription; null for a standard signature, which names no user; undefined when it is invalid. */
export function verify(
  credentials: Credentials,
  socketId: string,
  channel: string,
  auth: string,
  data?: string,
): Hearer | null | undefined {
  const [key, signature, who, ...rest] = auth.split(":");
  if (key === undefined || signature === undefined || rest.length > 0) return undefined;
  const signed = who === undefined ? data : signedData(data, who);
  const expected = Buffer.from(sign(credentials, socketId, channel, signed));
  const given = Buffer.from(`${key}:${signature}`);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  if (who === undefined) return null;
  const [session, user, ...manners] = who.split(".");
  const token = manners.find((manner) => manner.startsWith("token-"))?.slice("token-".length);
  return {
    session: Number(session),
    user: Number(user),
    ...(manners.includes("quiet") && { isQuiet: true }),
    ...(token !== undefined && { token: Number(token) }),
  };
}

/** Whether two subscriptions belong to the same session, or the same token. */
export const isSameHearer = (one: Hearer, other: Hearer): boolean =>
  one.session === other.session && one.user === other.user && one.token === other.token;

const signedData = (data: string | undefined, who: string) => (data === undefined ? who : `${data}:${who}`);
