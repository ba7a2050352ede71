import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { safeParse } from "zod/v4/core";
import { tokenRule } from "#contract/areas.ts";
import type { Endpoint, UploadField } from "#contract/endpoint.ts";
import type { Route } from "#contract/index.ts";
import { limits } from "#contract/limits.ts";
import type { Database } from "../database.ts";
import { AppError } from "../errors.ts";
import type { Policies } from "../policy.ts";
import type { Replica } from "../replica.ts";
import {
  csrfToken,
  readBearer,
  readSessionToken,
  type Session,
  type SessionUser,
  type TokenPass,
} from "../session.ts";
import { withinCallBudget } from "./call-budget.ts";
import { createCallerQueue } from "./caller-queue.ts";
import { type CodeCaller, type CodeLookups, readsCode } from "./code-lookups.ts";
import { type Download, recordDownload, sendDownload } from "./download.ts";
import type { IdempotencyKeys } from "./idempotency-keys.ts";
import { answerIdempotently } from "./idempotent-calls.ts";
import type { UploadedFile } from "./module.ts";
import type { RateState } from "./rate.ts";
import { allowed, checkVerb, Inputs } from "./record-access.ts";
import { authorizeCall, type RequestGuard } from "./request-guard.ts";
import { createSearchQueue, type SearchQueue } from "./search-queue.ts";
import type { ReceiveUpload } from "./upload.ts";
import { readUpload } from "./upload.ts";
import { fieldErrors } from "./validation.ts";

type Schema = z.core.$ZodType;
type AnyHandler = (context: never) => Promise<unknown>;

export interface MountOptions extends RequestGuard {
  readonly db: Database;
  readonly once: IdempotencyKeys;
  readonly api: Readonly<Record<string, Endpoint>>;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly policies: Policies;
  /** A replica of the database for calls that read much, if there is one. */
  readonly replica: Pick<Replica, "reading"> | undefined;
  readonly receive: ReceiveUpload;
  readonly lookups: CodeLookups;
  /** Megabytes, by the name of the setting that may lower what a file field takes. */
  readonly megabytes: (setting: NonNullable<UploadField["setting"]>) => number;
}

/**
 * Mounts the whole contract. Steps of a call: rate, anti-forgery, session, maintenance, demo gate, input parsed, record
 * loaded and allowed by its policy, files received, handler, reply parsed (an undeclared field never leaves), envelope.
 * A route without a handler, or a verb that its policy does not know, stops the start-up.
 */
export function mountApi(app: FastifyInstance, options: MountOptions): void {
  const mounted = { ...options, turns: createSearchQueue(limits.database.turn) };
  const callers = createCallerQueue(limits.http.perCaller);
  for (const [route, endpoint] of Object.entries(options.api)) {
    const handler = options.handlers[route];
    if (handler === undefined) throw new Error(`No handler for ${route}.`);
    checkVerb(route, endpoint.access, options.policies);
    const isByCode = readsCode(endpoint);
    const [method, path] = route.split(" ") as [string, string];
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
      handler(request, reply) {
        const work = () => answer(route, endpoint, handler, { ...mounted, isByCode }, request, reply);
        // Files take as long as the line of their sender.
        const isFile = endpoint.upload !== undefined || endpoint.download !== undefined;
        const caller = isFile ? undefined : callerOf(request);
        return caller === undefined ? work() : callers.run(caller, work);
      },
    });
  }
}

/** Whose call it claims to be, before that is looked up; undefined for a guest: many share one address. */
const callerOf = (request: FastifyRequest): string | undefined =>
  readBearer(request) ?? readSessionToken(request);

async function answer(
  route: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  options: MountOptions & {
    readonly turns: SearchQueue;
    readonly isByCode: ReturnType<typeof readsCode>;
  },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const rule = { ...endpoint, name: route, token: tokenRule(route as Route) };
  const { user, session, pass, rate } = await authorizeCall(request, rule, options);
  if (rate !== null) tellRate(reply, rate);

  const params = parse(endpoint.params, request.params, "");
  const query = parse(endpoint.query, request.query, "");
  const called: Called = {
    route,
    endpoint,
    handler,
    options,
    request,
    reply,
    params,
    query,
    user,
    session,
    pass,
  };
  const { turns, lookups } = options;
  const work = () =>
    withinCallBudget({ endpoint, query, user, request, reply, turns }, () => answerParsed(called));
  return options.isByCode(request) ? countingMisses(lookups, { user, ip: request.ip }, work) : work();
}

/** A call by a code: one that opens nothing is counted, and after too many all are refused. */
async function countingMisses<T>(
  lookups: CodeLookups,
  caller: CodeCaller,
  work: () => Promise<T>,
): Promise<T> {
  lookups.check(caller);
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status === 404) await lookups.miss(caller);
    throw error;
  }
}

interface Called {
  readonly route: string;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
  readonly options: MountOptions;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: unknown;
  readonly query: unknown;
  readonly user: SessionUser | null;
  readonly session: Session | null;
  readonly pass: TokenPass | null;
}

/** The steps of a call after its address is parsed. */
async function answerParsed(called: Called): Promise<unknown> {
  const { route, endpoint, handler, options, request, reply } = called;
  const { params, query, user, session, pass } = called;
  const input = new Inputs(params, query);
  const allow = (fields: unknown) => allowed(endpoint.access, options.policies, input.with(fields), user);

  const context = { params, query, user, session, pass, request, reply };
  if (endpoint.upload === undefined || isWithoutFiles(endpoint.upload, request)) {
    const body = parse(endpoint.body, request.body, "");
    const subject = await allow(body);
    const files = endpoint.upload && {};
    const handled = () => handler({ ...context, body, subject, files } as never);
    const { replica } = options;
    const read = endpoint.reads === "replica" && replica ? () => replica.reading(handled) : handled;
    const work = async () => send({ endpoint, request, reply, options, user }, await read());
    if (endpoint.download !== undefined) return work();
    const input = { params, query, body };
    return answerIdempotently({ once: options.once, id_user: user?.id, route, input, request, reply }, work);
  }
  const upload = await readUpload(
    request,
    inForce(endpoint.upload, options),
    options.receive,
    async (fields) => {
      const body = parse(endpoint.body, fields, "");
      return { body, subject: await allow(body) };
    },
  );
  try {
    const { body, subject } = upload.early;
    const files: Readonly<Record<string, UploadedFile>> = upload.files;
    return await send(
      { endpoint, request, reply, options, user },
      await handler({ ...context, body, subject, files } as never),
    );
  } finally {
    await upload.discard();
  }
}

/**
 * Rate headers for programs: how many calls a token has in this minute, how many of them are left, seconds until the
 * next.
 */
function tellRate(reply: FastifyReply, { limit, remaining, seconds }: RateState): void {
  void reply.headers({
    "x-ratelimit-limit": limit,
    "x-ratelimit-remaining": remaining,
    "x-ratelimit-reset": seconds,
  });
}

/** The file fields with the sizes that the settings currently allow. */
const inForce = (declared: NonNullable<Endpoint["upload"]>, { megabytes }: MountOptions) =>
  Object.fromEntries(
    Object.entries(declared).map(([name, field]): [string, UploadField] => {
      const { setting, maxBytes } = field;
      return [
        name,
        setting === undefined
          ? field
          : { ...field, maxBytes: Math.min(maxBytes, megabytes(setting) * 2 ** 20) },
      ];
    }),
  );

/** A call whose files are all optional may come as JSON. */
const isWithoutFiles = (upload: NonNullable<Endpoint["upload"]>, request: FastifyRequest): boolean =>
  !request.isMultipart() && Object.values(upload).every(({ optional }) => optional === true);

function parse(schema: Schema | undefined, value: unknown, prefix: string): unknown {
  if (schema === undefined) return undefined;
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw new AppError("VALIDATION", { fields: fieldErrors(result.error.issues, prefix) });
}

const messages: Readonly<Record<string, string>> = {
  GET: "OK",
  POST: "Created",
  PUT: "Updated",
  DELETE: "Deleted",
};

interface Answered {
  readonly endpoint: Endpoint;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly options: MountOptions;
  readonly user: SessionUser | null;
}

async function send({ endpoint, request, reply, options, user }: Answered, data: unknown): Promise<unknown> {
  if (endpoint.download !== undefined) {
    const file = data as Download;
    await recordDownload(options.db, request, user, file);
    return sendDownload(request, reply, { type: endpoint.download, inline: endpoint.inline }, file);
  }
  const parsed = safeParse(endpoint.response, data);
  if (!parsed.success)
    throw new Error(`The reply breaks its contract: ${JSON.stringify(parsed.error.issues)}`);
  void reply.status(endpoint.status ?? 200).header("cache-control", "no-store");
  // The token changes with the session: a caller that signs in or out gets the new one with the response.
  if (request.method !== "GET" && readBearer(request) === undefined)
    void reply.header("x-csrf-token", csrfToken(request, reply, options.key));
  if (endpoint.envelope === false) return parsed.data;
  return {
    status: "success",
    success: true,
    message: endpoint.message ?? messages[request.method] ?? "OK",
    ...(endpoint.spread === true ? Object(parsed.data) : {}),
    data: parsed.data,
  };
}
