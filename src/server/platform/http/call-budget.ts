import type { FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import { limits } from "#contract/limits.ts";
import { networkOf } from "../attempts.ts";
import { currentCall } from "../call-scope.ts";
import { AppError } from "../errors.ts";
import type { SessionUser } from "../session.ts";
import type { SearchQueue } from "./search-queue.ts";

export interface CallWork {
  readonly endpoint: Endpoint;
  readonly query: unknown;
  readonly user: SessionUser | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly turns: SearchQueue;
}

/** Runs a call within the database limits of its kind; searches of one user run in turn. */
export async function withinCallBudget<T>(call: CallWork, task: () => Promise<T>): Promise<T> {
  const { endpoint, request, reply, user, turns } = call;
  const kind = kindOf(endpoint, call.query);
  const controller = new AbortController();
  const scope = currentCall();
  if (scope !== undefined)
    scope.work = { timeout: limits.database[kind.time], isSlow: kind.isSlow, signal: controller.signal };
  // A write runs to its end: a retry gets its result.
  if (request.method === "GET" || kind.isSlow)
    reply.raw.once("close", () => {
      if (!reply.raw.writableFinished) controller.abort(new AppError("TOO_SLOW"));
    });
  if (!kind.isSearch) return task();
  // All demo visitors share the same account.
  const isOne = user !== null && !user.is_demo;
  return turns.run(isOne ? `person ${user.id}` : `network ${networkOf(request.ip)}`, controller, task);
}

/** Derived from the contract's cost of the call, and from whether it searches for a text. */
function kindOf({ cost, download }: Endpoint, query: unknown) {
  const isReport = cost === "report" || download !== undefined;
  const isSearch = cost === "search" || hasText(query);
  const time = isReport ? "report" : isSearch ? "search" : "ordinary";
  return { time, isSearch, isSlow: isReport || isSearch } as const;
}

/** The name of the search field of lists. */
const hasText = (query: unknown): boolean =>
  typeof query === "object" &&
  query !== null &&
  "search" in query &&
  typeof query.search === "string" &&
  query.search !== "";
