import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "./clock.ts";
import { cookieName, cookieOptions } from "./cookies.ts";
import type { AppKey } from "./key.ts";

/** An item protected by a password. */
export interface Guarded {
  readonly id: number;
  /** Null when no password is required any longer. */
  readonly hash: string | null;
}

/** Passes for a browser that entered the password of one item, so that it is not asked again for some hours. */
export interface Passes {
  has(thing: Guarded, headers: IncomingHttpHeaders | undefined): boolean;
  give(thing: Guarded, request: FastifyRequest, reply: FastifyReply): void;
}

export interface PassesOptions {
  readonly key: AppKey;
  readonly clock: Clock;
}

/** The hash is signed as well: with another password, or none, the pass is invalid. */
const textOf = ({ id, hash }: Guarded, ends: string) => `${id}:${hash ?? ""}:${ends}`;

/** Our values need no cookie escaping. Under either name: the signature decides whether it is valid. */
function cookieOf(header: string, name: string): string {
  const pairs = header.split(";").map((part) => part.trim());
  const named = [`__Host-${name}=`, `${name}=`];
  const found = named.flatMap((start) => pairs.find((pair) => pair.startsWith(start)) ?? []);
  return found[0]?.slice(found[0].indexOf("=") + 1) ?? "";
}

/** `kind` names the items in purpose and cookie: a pass for a visit opens no video with the same number. */
export function createPasses({ key, clock }: PassesOptions, kind: string, hours: number): Passes {
  const purpose = `${kind}-pass`;
  const nameOf = ({ id }: Guarded) => `sitewalk_${kind}_${id}`;
  const now = () => Math.floor(clock.now().getTime() / 1000);
  return {
    has(thing, headers) {
      const [ends = "", signature = ""] = cookieOf(headers?.cookie ?? "", nameOf(thing)).split(".");
      return (
        /^\d{1,12}$/.test(ends) && Number(ends) > now() && key.verify(purpose, textOf(thing, ends), signature)
      );
    },
    give(thing, request, reply) {
      const maxAge = hours * 3600;
      const ends = String(now() + maxAge);
      const pass = `${ends}.${key.sign(purpose, textOf(thing, ends))}`;
      void reply.setCookie(cookieName(request, nameOf(thing)), pass, { ...cookieOptions(request), maxAge });
    },
  };
}
