import type { FastifyInstance, FastifyRequest } from "fastify";
import { sessionTokenIn } from "../session.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Notes that the session of this request sends a file in parts. */
    sendsInParts: (request: FastifyRequest) => void;
  }
}

/** Milliseconds after its last part for which a session counts as sending. */
const pause = 30_000;
/** Sessions remembered before expired ones are removed. */
const many = 1000;

/**
 * Ends the connection with every response to a session that sends a file in parts. When a connection breaks on which a
 * browser has been answered before, it sends the call again by itself, from its first byte: of a part the server has
 * half of, every byte is wasted. On a new connection it reports the break, and the page continues where the server's
 * bytes end. A browser takes any connection that is free, also that of a picture or a poll: so none may stay open.
 */
export function freshConnections(app: FastifyInstance, now = Date.now): void {
  const until = new Map<string, number>();
  app.decorate("sendsInParts", ({ headers }: FastifyRequest) => {
    const session = sessionTokenIn(headers.cookie);
    if (session === null) return;
    if (until.size >= many) for (const [known, end] of until) if (end < now()) until.delete(known);
    until.set(session, now() + pause);
  });
  app.addHook("onSend", ({ headers }, reply, _payload, done) => {
    const session = until.size === 0 ? null : sessionTokenIn(headers.cookie);
    if (session !== null && (until.get(session) ?? 0) >= now()) void reply.header("connection", "close");
    done();
  });
}
