import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import type { IdempotencyKeys, NamedCall } from "./idempotency-keys.ts";

const NAME = /^[\w-]{8,100}$/;

export interface IdempotentCallOptions extends Pick<NamedCall, "route" | "input"> {
  readonly once: IdempotencyKeys;
  /** The calling user; keys without a user would be shared by everyone. */
  readonly id_user: number | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Executes a writing call with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07) once, however often
 * it is sent; one without a key as usual.
 */
export async function answerIdempotently(
  options: IdempotentCallOptions,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const { once, id_user, route, input, request, reply } = options;
  const key = request.headers["idempotency-key"];
  if (key === undefined || id_user === undefined || request.method === "GET") return answer();
  if (typeof key !== "string" || !NAME.test(key)) throw new AppError("BAD_REQUEST");
  const { body, status, isAgain } = await once.run({ id_user, route, key, input }, async () => {
    const made = await answer();
    return { status: reply.statusCode, body: made };
  });
  if (isAgain)
    void reply.status(status).headers({ "cache-control": "no-store", "idempotent-replayed": "true" });
  return body;
}
