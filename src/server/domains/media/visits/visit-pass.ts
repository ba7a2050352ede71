import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { limits } from "#contract/limits.ts";
import { createPasses, type Guarded, type PassesOptions } from "#server/platform/passes.ts";

/** The fields of a visit that a pass depends on. */
export interface PassedVisit {
  readonly id: number;
  readonly share_password_hash: string | null;
}

/** `Passes` of visits, valid for half a day. */
export interface VisitPasses {
  has(visit: PassedVisit, headers: IncomingHttpHeaders | undefined): boolean;
  give(visit: PassedVisit, request: FastifyRequest, reply: FastifyReply): void;
}

const guarded = ({ id, share_password_hash: hash }: PassedVisit): Guarded => ({ id, hash });

export function createVisitPasses(options: PassesOptions): VisitPasses {
  const passes = createPasses(options, "visit", limits.share.passHours);
  return {
    has: (visit, headers) => passes.has(guarded(visit), headers),
    give: (visit, request, reply) => passes.give(guarded(visit), request, reply),
  };
}
