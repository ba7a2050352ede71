import type { IncomingMessage } from "node:http";
import type { AppKey } from "../key.ts";

/** Header of a request that one node forwards to another. */
export const ticketHeader = "x-sitewalk-handed";

export interface Ticket {
  /** The original caller. */
  readonly address: string;
}

export interface TicketsOptions {
  readonly key: AppKey;
  /** The id of this node. */
  readonly self: string;
  /** Milliseconds since 1970, by a clock that all nodes share. */
  readonly now: () => number;
}

/** How long a ticket is valid. */
const GOOD = 15_000;
const purpose = "hand-over";
const FORM = /^(\d{1,15})\.([\w-]{0,120})\.([\w-]{43})$/;

/**
 * Tickets: signed, for one node, one method and one address, and valid for seconds. A ticket found in a log allows only
 * what the caller did a moment ago.
 */
export function createTickets({ key, self, now }: TicketsOptions) {
  const read = new WeakMap<IncomingMessage, Ticket | null>();
  const textOf = ({ method, url }: IncomingMessage, to: string, at: string, address: string) =>
    [method, url, to, at, address].join("\n");

  function check(request: IncomingMessage): Ticket | null {
    const header = request.headers[ticketHeader];
    const [, at = "", encoded = "", signature = ""] = FORM.exec(String(header)) ?? [];
    const address = Buffer.from(encoded, "base64url").toString();
    if (!key.verify(purpose, textOf(request, self, at, address), signature)) return null;
    return Math.abs(now() - Number(at)) <= GOOD ? { address } : null;
  }

  return {
    /** The header for a request forwarded to the node `to`. */
    write(request: IncomingMessage, to: string, address: string): string {
      const at = String(Math.round(now()));
      const encoded = Buffer.from(address).toString("base64url");
      return `${at}.${encoded}.${key.sign(purpose, textOf(request, to, at, address))}`;
    },
    /** Null for a request without a ticket that is valid here and now. */
    read(request: IncomingMessage): Ticket | null {
      if (request.headers[ticketHeader] === undefined) return null;
      const known = read.get(request);
      if (known !== undefined) return known;
      const ticket = check(request);
      read.set(request, ticket);
      return ticket;
    },
  };
}
