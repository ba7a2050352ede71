import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Database } from "../database.ts";
import type { Bus } from "../events/bus.ts";
import type { RateLimiter } from "../http/rate.ts";
import { channelName, isAddressable, isPresence, limits } from "./protocol.ts";
import { realtimeExpelled, realtimeTriggered } from "./realtime.events.ts";
import type { Realtime } from "./realtime.ts";
import { signatureProblem } from "./rest-signature.ts";
import type { Credentials } from "./signature.ts";

export interface RestOptions {
  readonly app: Credentials & { readonly id: string };
  readonly realtime: Pick<Realtime, "occupancy" | "members">;
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly rate: RateLimiter;
}

const CHANNELS_PER_EVENT = 100;
const EVENTS_PER_BATCH = 10;
/** A batch of the largest events, every character escaped. */
const BODY_BYTES = 512 * 1024;
const PER_MINUTE = 6_000;

const Channel = z.string().refine(isAddressable);
const Said = z.object({
  name: z.string().min(1).max(limits.eventName),
  data: z.string(),
  socket_id: z
    .string()
    .regex(/^\d+\.\d+$/)
    .optional(),
  info: z.string().max(100).optional(),
});
const Event = Said.extend({
  channel: Channel.optional(),
  channels: z.array(Channel).min(1).max(CHANNELS_PER_EVENT).optional(),
});
const Batch = z.object({ batch: z.array(Said.extend({ channel: Channel })).max(EVENTS_PER_BATCH) });
type Said = z.output<typeof Said> & { readonly channels: readonly string[] };

/** A refusal as the protocol's libraries show it: a status and a message. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Whether the request needs data that costs a query of all processes. */
interface Wanted {
  readonly users: boolean;
  readonly subscriptions: boolean;
}

/**
 * The REST interface of the protocol, for programs that know the app's secret: any Pusher server library pointed at
 * this server can send events, query members and disconnect users.
 */
export function restPlugin({ app, realtime, db, bus, rate }: RestOptions) {
  const say = async (events: readonly Said[]): Promise<void> => {
    if (events.some(({ data }) => Buffer.byteLength(data) > limits.messageBytes))
      throw new Refusal(413, "The data of an event is larger than 10 KB.");
    await db.transaction().execute(async (trx) => {
      for (const { channels, name, data, socket_id } of events) {
        const payload = { channels: [...channels], name, data };
        await bus.emit(trx, realtimeTriggered, socket_id === undefined ? payload : { ...payload, socket_id });
      }
    });
  };

  const describe = (channels: readonly string[], wanted: Wanted) => attributesOf(realtime, channels, wanted);

  return async function serveRest(server: FastifyInstance): Promise<void> {
    server.removeAllContentTypeParsers();
    // Unchanged: the signature covers the bytes.
    server.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_BYTES }, (_, body, done) =>
      done(null, body),
    );
    server.setErrorHandler((error, _request, reply) => {
      if (error instanceof Refusal) return answer(reply, error.status, `${error.message}\n`);
      if ((error as { statusCode?: number }).statusCode === 413)
        return answer(reply, 413, "The body is too large.\n");
      throw error;
    });
    server.addHook("preHandler", async (request) => {
      await rate.take(`realtime.rest ${request.ip}`, PER_MINUTE);
      if (read(request).params["app"] !== app.id) throw new Refusal(404, "There is no app with this id.");
      const signed = { method: request.method, url: request.raw.url ?? "", body: bytesOf(request) };
      const problem = signatureProblem(app, signed, Date.now() / 1000);
      if (problem !== undefined) throw new Refusal(401, problem);
    });

    server.post("/apps/:app/events", async (request) => {
      const { channel, channels, ...said } = parse(Event, request);
      const all = channels ?? (channel === undefined ? [] : [channel]);
      if (all.length === 0) throw new Refusal(400, "No channel is named.");
      const wanted = wantedOf(said.info);
      await say([{ ...said, channels: all }]);
      if (said.info === undefined) return {};
      return { channels: Object.fromEntries(await describe(all, wanted)) };
    });

    server.post("/apps/:app/batch_events", async (request) => {
      const { batch } = parse(Batch, request);
      const wanted = batch.map(({ info }) => wantedOf(info));
      await say(batch.map((each) => ({ ...each, channels: [each.channel] })));
      if (batch.every(({ info }) => info === undefined)) return {};
      const described = batch.map(async ({ channel }, at) =>
        (await describe([channel], wanted[at] ?? wantedOf(undefined))).get(channel),
      );
      return { batch: await Promise.all(described) };
    });

    server.get("/apps/:app/channels", async (request) => {
      const { filter_by_prefix: prefix = "", info } = read(request).query;
      const wanted = wantedOf(info);
      if (wanted.users && !prefix.startsWith("presence-"))
        throw new Refusal(400, "user_count is known of presence channels only: filter_by_prefix=presence-");
      const names = [...(await realtime.occupancy()).keys()].filter(
        (name) => name.startsWith(prefix) && channelName.test(name),
      );
      return { channels: Object.fromEntries(await describe(names, wanted)) };
    });

    server.get("/apps/:app/channels/:channel", async (request) => {
      const { params, query } = read(request);
      const channel = named(params["channel"]);
      const wanted = wantedOf(query["info"]);
      if (wanted.users && !isPresence(channel))
        throw new Refusal(400, "user_count is known of presence channels only.");
      const occupied = (await realtime.occupancy()).has(channel);
      return { occupied, ...(await describe([channel], wanted)).get(channel) };
    });

    server.get("/apps/:app/channels/:channel/users", async (request) => {
      const channel = named(read(request).params["channel"]);
      if (!isPresence(channel)) throw new Refusal(400, "Users are known of presence channels only.");
      const members = (await realtime.members([channel])).get(channel) ?? [];
      return { users: members.map(({ id }) => ({ id })) };
    });

    server.post("/apps/:app/users/:user/terminate_connections", async (request) => {
      const user_id = read(request).params["user"] ?? "";
      if (user_id.length > 128) throw new Refusal(400, "The user's id is too long.");
      await db.transaction().execute((trx) => bus.emit(trx, realtimeExpelled, { user_id }));
      return {};
    });
  };
}

/** The requested attributes of each channel. */
async function attributesOf(
  realtime: RestOptions["realtime"],
  channels: readonly string[],
  wanted: Wanted,
): Promise<Map<string, object>> {
  const occupancy = wanted.subscriptions ? await realtime.occupancy() : new Map<string, number>();
  const members = await realtime.members(wanted.users ? channels.filter(isPresence) : []);
  const each = (channel: string) => {
    const users = members.get(channel);
    return {
      ...(users && { user_count: users.length }),
      ...(wanted.subscriptions && { subscription_count: occupancy.get(channel) ?? 0 }),
    };
  };
  return new Map(channels.map((channel) => [channel, each(channel)]));
}

const read = (request: FastifyRequest) => ({
  query: request.query as Readonly<Record<string, string | undefined>>,
  params: request.params as Readonly<Record<string, string>>,
});

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

function answer(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  return reply
    .status(status)
    .type("text/plain; charset=utf-8")
    .header("cache-control", "no-store")
    .send(sentence);
}

function parse<T>(schema: z.ZodType<T>, request: FastifyRequest): T {
  let json: unknown;
  try {
    json = JSON.parse(bytesOf(request).toString());
  } catch {
    throw new Refusal(400, "The body is not JSON.");
  }
  const { data, error } = schema.safeParse(json);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined)
    throw new Refusal(400, `The body is not valid at: ${issue.path.join(".") || "its top"}.`);
  return data as T;
}

function named(channel: string | undefined): string {
  if (channel === undefined || !channelName.test(channel))
    throw new Refusal(400, "A channel's name is not valid.");
  return channel;
}

function wantedOf(info: string | undefined): Wanted {
  const names = (info ?? "").split(",").map((name) => name.trim());
  return { users: names.includes("user_count"), subscriptions: names.includes("subscription_count") };
}
