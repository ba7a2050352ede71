import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { Code } from "#contract/common.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { limits } from "#contract/limits.ts";
import { wideNetworkOf } from "../attempts.ts";
import { AppError } from "../errors.ts";
import type { SessionUser } from "../session.ts";
import type { RateLimiter } from "./rate.ts";

/** A caller that looks something up by its code. */
export interface CodeCaller {
  readonly user: Pick<SessionUser, "id" | "is_demo"> | null;
  readonly ip: string;
}

/**
 * Limits lookups of codes that open nothing, over all calls and pages by code together. Over the limit a correct code
 * is refused, too: a success would distinguish it from a wrong one, and the guessing would go on. Guests are counted by
 * network; a signed-in user by account, so that one guest's guesses do not lock out an office.
 */
export interface CodeLookups {
  /** @throws AppError RATE_LIMITED after too many misses */
  check(caller: CodeCaller): void;
  /**
   * Counts one miss.
   * @throws AppError RATE_LIMITED when it is one too many
   */
  miss(caller: CodeCaller): Promise<void>;
}

export function createCodeLookups(
  rate: Pick<RateLimiter, "take" | "secondsLeft">,
  rateFactor: number,
): CodeLookups {
  const perMinute = limits.share.misses * rateFactor;
  return {
    check(caller) {
      const seconds = rate.secondsLeft(keyOf(caller), perMinute);
      if (seconds > 0) throw new AppError("RATE_LIMITED", { values: { seconds } });
    },
    miss: async (caller) => void (await rate.take(keyOf(caller), perMinute)),
  };
}

// All demo visitors share the same account.
const keyOf = ({ user, ip }: CodeCaller): string =>
  user === null || user.is_demo ? `unknown codes ${wideNetworkOf(ip)}` : `unknown codes of person ${user.id}`;

type Part = "params" | "query" | "body";
type Schema = z.ZodType | z.core.$ZodType;

/** Returns whether a call looks something up by its code, from the fields that the contract declares as `Code`. */
export function readsCode(endpoint: Endpoint): (request: Pick<FastifyRequest, Part>) => boolean {
  const fields = (["params", "query", "body"] as const).flatMap((part) =>
    fieldsOf(endpoint[part]).map((name) => ({ part, name })),
  );
  return (request) =>
    fields.some(({ part, name }) => {
      const given: unknown = (request[part] as Record<string, unknown> | null | undefined)?.[name];
      // A field may also take a record's number, which is no secret.
      return typeof given === "string" && !/^\d+$/.test(given) && Code.safeParse(given).success;
    });
}

/** Names of an object's fields that take a code, through their wrapper schemas. */
function fieldsOf(schema: Schema | undefined): string[] {
  const inner = schema && unwrapped(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, Schema>> = inner.shape;
  return Object.keys(shape).filter((name) => takesCode(shape[name]));
}

function takesCode(schema: Schema | undefined): boolean {
  const inner = schema && unwrapped(schema);
  if (inner instanceof z.ZodUnion) return inner.options.some(takesCode);
  return inner === Code;
}

function unwrapped(schema: Schema): Schema {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap());
  return schema;
}
