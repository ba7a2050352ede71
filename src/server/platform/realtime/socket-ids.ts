import { createHmac, randomInt } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AppKey } from "../key.ts";
import { sessionTokenIn } from "../session.ts";

/** Ids of sockets: two numbers, as defined by the protocol. Any process can derive the socket's owner from one. */
export interface SocketIds {
  create(request: Pick<IncomingMessage, "headers">): string;
  /**
   * Whether the session with this cookie (`null`: a program without one) may subscribe through the socket. A browser's
   * socket belongs to its session alone. One that was opened without a session belongs to the first that subscribes
   * (`Connection.owner`).
   */
  mayUse(socketId: string, sessionToken: string | null): boolean;
}

/** A browser's starts with an even number and ends with a signature over that and its session. */
export function createSocketIds(key: AppKey): SocketIds {
  const secret = key.derive("realtime.sockets");
  const nameOf = (first: number, sessionToken: string) => {
    const hash = createHmac("sha256", secret).update(`${first}:${sessionToken}`).digest();
    return `${first}.${hash.readUIntBE(0, 6)}`;
  };
  return {
    create({ headers }) {
      const token = sessionTokenIn(headers.cookie);
      const even = randomInt(2 ** 46) * 2;
      return token === null ? `${even + 1}.${randomInt(2 ** 47)}` : nameOf(even, token);
    },
    mayUse(socketId, sessionToken) {
      const first = Number(socketId.split(".")[0]);
      if (first % 2 === 1) return true;
      return sessionToken !== null && socketId === nameOf(first, sessionToken);
    },
  };
}
