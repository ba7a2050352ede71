import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Code } from "#contract/common.ts";
import type { ScannedSpot } from "#contract/spot-codes.ts";
import type { CodeLookups } from "#server/platform/http/code-lookups.ts";
import type { SessionReader, SessionUser } from "#server/platform/session.ts";
import { findPageUser } from "./page-visitor.ts";

export type FindScannedSpot = (
  code: string,
  user: SessionUser | null,
) => Promise<{ readonly spot: ScannedSpot } | undefined>;

export interface SpotRouteOptions {
  readonly lookups: CodeLookups;
  readonly domains: { readonly sessions: SessionReader; readonly scannedSpot: FindScannedSpot };
  /** The application, which asks guests to sign in. */
  readonly app: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/**
 * `/q/{code}`, the address on a label. A guest goes to the public view of the spot if it has one; everyone else gets the
 * application, which records the scan by a call of its own: link previews and prefetches record nothing. A guest's page
 * is the same for an unknown code and for a private spot.
 */
export function spotRoute({ lookups, domains, app }: SpotRouteOptions) {
  return (server: FastifyInstance): void => {
    server.get<{ Params: { code: string } }>("/q/:code", async (request, reply) => {
      const user = await findPageUser(request, domains.sessions);
      const code = Code.safeParse(request.params.code).data;
      if (user === null && code !== undefined) {
        const found = await domains.scannedSpot(code, null);
        if (found?.spot.visit != null)
          return reply
            .header("cache-control", "no-store")
            .header("x-robots-tag", "noindex")
            .redirect(`/viewer/${found.spot.visit.code}/${found.spot.id_room}`, 302);
        // A private spot counts as well, so that the count does not distinguish the two.
        await lookups.miss({ user, ip: request.ip });
      }
      return app(request, reply);
    });
  };
}
