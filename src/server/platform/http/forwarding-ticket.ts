import type { IncomingMessage } from "node:http";
import type { AppKey } from "../key.ts";

/** What one node gives a request on its way to another. */
export const ticketHeader = "x-sitewalk-handed";

export interface Ticket {
  /** Who really asks. */
  readonly address: string;
}

export interface TicketsOptions {
  readonly key: AppKey;
  /** The id of this node. */
  readonly self: string;
  /** Milliseconds since 1970, by a clock that all nodes share. */
  readonly now: () => number;
}

/** For how long a ticket is good. */
const GOOD = 15_000;
const purpose = "hand-over";
const FORM = /^(\d{1,15})\.([\w-]{0,120})\.([\w-]{43})$/;

/**
 * Tickets: signed, for one node, one method and one address, and good for seconds. Who finds one in a log can do nothing
 * with it but what the caller has done a moment ago.
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
    /** The header for a request on its way to the node `to`. */
    write(request: IncomingMessage, to: string, address: string): string {
      const at = String(Math.round(now()));
      const encoded = Buffer.from(address).toString("base64url");
      return `${at}.${encoded}.${key.sign(purpose, textOf(request, to, at, address))}`;
    },
    /** Null for a request that carries none, or none that is good here and now. */
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
