import type { FastifyInstance } from "fastify";

/** Where pages check for a connection, and how they know that this server answered. */
const path = "/api/reachable";
const mark = "x-sitewalk";

/**
 * Thousands of pages send this every ten seconds, so it costs nothing: no session is loaded (a check must not count as
 * activity either), no database, no body. The header distinguishes this response from that of a hotel's sign-in page,
 * which answers everything with 200.
 */
export function answerReachable(app: FastifyInstance): void {
  app.route({
    method: ["GET", "HEAD"],
    url: path,
    logLevel: "error",
    handler: (_request, reply) =>
      reply.code(204).header(mark, "here").header("cache-control", "no-store").send(),
  });
}
