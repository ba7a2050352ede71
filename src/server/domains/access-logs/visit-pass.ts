import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { limits } from "#contract/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { AppKey } from "#server/platform/key.ts";

/** A visit as far as a pass is for it. */
export interface PassedVisit {
  readonly id: number;
  readonly share_password_hash: string | null;
}

/** What a browser is given that knew the password of one visit, so that it is not asked again for half a day. */
export interface VisitPasses {
  has(visit: PassedVisit, headers: IncomingHttpHeaders | undefined): boolean;
  give(visit: PassedVisit, request: FastifyRequest, reply: FastifyReply): void;
}

const purpose = "visit-pass";
const nameOf = ({ id }: PassedVisit) => `sitewalk_visit_${id}`;
/** The hash is signed as well: with another password, or none, the pass is one no more. */
const textOf = ({ id, share_password_hash }: PassedVisit, ends: string) =>
  `${id}:${share_password_hash ?? ""}:${ends}`;

/** Ours hold letters that no cookie has to escape. */
function cookieOf(header: string, name: string): string {
  const pair = header.split(";").find((part) => part.trimStart().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1) ?? "";
}

export function createVisitPasses({ key, clock }: { key: AppKey; clock: Clock }): VisitPasses {
  const now = () => Math.floor(clock.now().getTime() / 1000);
  return {
    has(visit, headers) {
      const [ends = "", signature = ""] = cookieOf(headers?.cookie ?? "", nameOf(visit)).split(".");
      return (
        /^\d{1,12}$/.test(ends) && Number(ends) > now() && key.verify(purpose, textOf(visit, ends), signature)
      );
    },
    give(visit, request, reply) {
      const maxAge = limits.share.passHours * 3600;
      const ends = String(now() + maxAge);
      void reply.setCookie(nameOf(visit), `${ends}.${key.sign(purpose, textOf(visit, ends))}`, {
        path: "/",
        httpOnly: true,
        sameSite: "lax",
        secure: request.protocol === "https",
        maxAge,
      });
    },
  };
}
