import type { FastifyReply, FastifyRequest } from "fastify";
import { liveDrivers } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { liveApi } from "#contract/live.ts";
import type { LiveDriver, LiveDrivers } from "#server/live/drivers/driver.ts";
import { type Activity, changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import { newCode } from "#server/platform/code.ts";
import type { Database } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { Nodes } from "#server/platform/nodes.ts";
import { browserHash, type SessionUser } from "#server/platform/session.ts";
import { createPasses } from "../access-logs/passes.ts";
import { tryPassword } from "../access-logs/password-tries.ts";
import type { Sightings } from "../access-logs/sightings.ts";
import type { Notices } from "../notifications/notices.ts";
import type { Quotas } from "../plans/quotas.ts";
import { createCarriers } from "./carriers.ts";
import { newStreamKey } from "./channel-keys.ts";
import { createFollower } from "./follow.ts";
import { hostReader } from "./host.ts";
import { createKeeper } from "./keeper.ts";
import { channelsChanged } from "./live.events.ts";
import { channelPolicy } from "./live.policy.ts";
import { type ChannelRow, createLiveRepository } from "./live.repository.ts";
import { createAmongNodes } from "./nodes.ts";
import { createChannelDoor } from "./open-channel.ts";
import { createOperations, type Note } from "./operate.ts";
import { createPieces, type PiecesOptions } from "./pieces.ts";
import { type ArchiveOptions, createRecordingArchive } from "./recording-archive.ts";
import { createRecordings, wireRecording } from "./recordings.ts";
import { passwordValues } from "./values.ts";
import { type ChannelWire, isOnAir, wireChannel, wirePlayer } from "./wire.ts";

export interface LiveOptions extends ArchiveOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly attempts: Attempts;
  readonly notices: Notices;
  readonly sightings: Sightings;
  readonly quotas: Pick<Quotas, "freed" | "take">;
  readonly log: Log;
  readonly nodes: Nodes;
  /** Other machines read the same store. */
  readonly isShared: boolean;
  readonly archive: ArchiveOptions["archive"] & PiecesOptions["archive"];
  readonly settings: { get(): { readonly live_host: string } };
  readonly publicUrl: string;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  /** Those that this process has. */
  readonly drivers: LiveDrivers;
}

const tries = {
  tries: limits.video.tries,
  perThing: limits.video.perVideo,
  seconds: limits.video.countSeconds,
};

export function liveModule(options: LiveOptions) {
  const { db, bus, clock, key, attempts, drivers, nodes, segments, sightings, address } = options;
  const repository = createLiveRepository(db);
  const recordings = createRecordings(db);
  const pieces = createPieces(options);
  const archive = createRecordingArchive({ ...options, recordings, pieces });
  const operations = createOperations({ ...options, repository });
  const follower = createFollower({ ...options, self: nodes.self, place: segments.place });
  const carriers = createCarriers({ ...options, recordings });
  const keeper = createKeeper({ ...options, archive, pieces });
  const among = createAmongNodes({ ...options, repository, carriers, operations, follower, archive });
  const passes = createPasses({ key, clock }, "live", limits.video.passHours);
  const open = createChannelDoor(repository, passes);
  const wire: ChannelWire = { drivers, clock, self: nodes.self, hostFor: hostReader(options) };
  for (const driver of Object.values(drivers)) {
    driver.onEvent(follower.tell);
    driver.onEvent(pieces.tell);
  }
  // One that has ended is made a file, and what is left of one that is gone is removed.
  bus.on(channelsChanged, keeper.wake);

  const show = async (id: number, user: SessionUser, request: FastifyRequest) =>
    wireChannel(await repository.summary(user.id, id), user, request.hostname, wire);
  const list = async (
    user: SessionUser,
    query: Parameters<typeof repository.list>[1],
    request: FastifyRequest,
    everybody: boolean,
  ) => {
    const { rows, total } = await repository.list(user, query, { everybody });
    const items = rows.map((row) => wireChannel(row, user, request.hostname, wire));
    return { items, total, page: query.page, per_page: query.per_page };
  };
  const tell = (
    trx: Parameters<typeof bus.emit>[0],
    { id, id_project }: Pick<ChannelRow, "id" | "id_project">,
  ) => bus.emit(trx, channelsChanged, { id_project, id_channel: id });
  const recordingOf = async (channelId: number, id: number) => {
    const recording = await recordings.find(channelId, id);
    if (recording === undefined) throw new AppError("NOT_FOUND");
    return recording;
  };

  /** One browser is one viewer, however often it asks; another one at each channel. */
  const viewerOf = ({ id }: Pick<ChannelRow, "id">, request: FastifyRequest): string => {
    const browser = browserHash(request)?.toString("hex");
    const who = browser ?? `${request.ip} ${request.headers["user-agent"] ?? ""}`;
    return key.sign("live-viewer", `${id}:${who}`).slice(0, 22);
  };
  const player = async (code: string, user: SessionUser | null, request: FastifyRequest) => {
    const { channel, isLocked } = await open(code, { user, headers: request.headers });
    if (!isLocked) await sightings.seen({ ...channel, kind: "channel" }, user, request);
    return wirePlayer(channel, { user, viewer: viewerOf(channel, request) }, isLocked, wire);
  };
  /** Gives the browser its pass when the password is right; false when it is not. RATE_LIMITED after too many. */
  const unlock = async (
    { id, password_hash: hash }: Pick<ChannelRow, "id" | "password_hash">,
    password: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> => {
    if (hash === null) return true;
    const asked = { name: `live-password ${id}`, address: request.ip, password, hash };
    if (!(await tryPassword(attempts, tries, asked))) return false;
    passes.give({ id, hash }, request, reply);
    return true;
  };

  return {
    policy: channelPolicy(db),
    /** What stands at a channel's own address, and how a browser gets in. */
    page: {
      open: player,
      async unlock(
        code: string,
        password: string,
        user: SessionUser | null,
        request: FastifyRequest,
        reply: FastifyReply,
      ): Promise<boolean> {
        const { channel, isLocked } = await open(code, { user, headers: request.headers });
        return !isLocked || unlock(channel, password, request, reply);
      },
    },
    /** Begins to make files of the recordings on this machine's disk, in whatever role. */
    keep: keeper.start,
    carrierOf: carriers.carrierOf,
    ...among,
    /** Once everything that the drivers told so far is written, and in the store as far as that takes it. */
    settled: async () => void (await Promise.all([follower.settled(), pieces.settled()])),
    handlers: handlers(liveApi, {
      "GET /api/live-streaming": ({ query, user, request }) => list(user, query, request, true),
      "GET /api/live-streaming/user": ({ query, user, request }) => list(user, query, request, false),
      "GET /api/live-streaming/playback-urls": ({ query, user, request }) =>
        player(query.code, user, request),
      "GET /api/live-streaming/drivers": async () => ({
        items: liveDrivers.map((driver) => ({ driver, is_ready: drivers[driver]?.isReady() ?? false })),
      }),
      "POST /api/live-streaming": async ({ body, subject, user, request }) => {
        const { password: _password, ...values } = body;
        const driver = operations.driverOf(values);
        const { key: stream_key, ...kept } = newStreamKey();
        const row = {
          ...values,
          ...kept,
          ...(await passwordValues(body, null)),
          code: newCode(),
          id_project: subject.id,
          id_user: user.id,
          driver_data: JSON.stringify(operations.keptKey(driver, stream_key)),
          state_at: clock.now(),
        };
        const id = await db.transaction().execute(async (trx) => {
          const [id_user, id_project] = [user.id, subject.id];
          const id_payer = await options.quotas.take(trx, { kind: "channel", id_user, id_project });
          const made = await repository.insert(trx, { ...row, id_payer }, limits.live.perProject);
          if (made === undefined)
            throw new AppError("CHANNELS_FULL", { values: { n: limits.live.perProject } });
          await recordActivity(trx, done("channel.created", { ...made, ...row }, user, request));
          await tell(trx, { ...made, id_project: subject.id });
          return made.id;
        });
        // Kept either way, with its key: what could not be made elsewhere is made when it is started.
        await operations.prepare(id).catch(() => undefined);
        return withKey(await show(id, user, request), driver, stream_key);
      },
      "GET /api/live-streaming/{id}": async ({ subject, user, request }) => {
        await sightings.seen({ ...subject, kind: "channel" }, user, request);
        return show(subject.id, user, request);
      },
      "PUT /api/live-streaming/{id}": async ({ subject, body, user, request }) => {
        const { password: _, ...rest } = body;
        const values = definedOnly(rest);
        const secret = await passwordValues(body, subject.password_hash);
        const changed = [
          ...changedNames<ChannelRow>(subject, values),
          ...(secret.password_hash === undefined ? [] : ["password"]),
        ];
        if (changed.length > 0)
          await db.transaction().execute(async (trx) => {
            await repository.update(trx, subject.id, { ...values, ...secret });
            await tell(trx, subject);
            await recordActivity(trx, { ...done("channel.changed", subject, user, request), changed });
          });
        if (changed.includes("record")) await operations.refresh(subject.id);
        const closing = ["is_public", "is_protected", "password"];
        if (changed.some((name) => closing.includes(name))) await operations.revoke(subject.id);
        return show(subject.id, user, request);
      },
      "DELETE /api/live-streaming/{id}": async ({ subject, user, request }) => {
        await operations.remove(subject.id, (channel) =>
          db.transaction().execute(async (trx) => {
            await repository.remove(trx, channel.id);
            await tell(trx, channel);
            await recordActivity(trx, done("channel.deleted", channel, user, request));
          }),
        );
        options.quotas.freed(subject.id_payer);
        return {};
      },
      "PUT /api/live-streaming/{id}/start": async ({ subject, user, request }) => {
        await operations.start(subject.id, user.id, noteOf("channel.started", user, request));
        return show(subject.id, user, request);
      },
      "PUT /api/live-streaming/{id}/stop": async ({ subject, user, request }) => {
        await operations.stop(subject.id, noteOf("channel.stopped", user, request));
        await follower.settled();
        return show(subject.id, user, request);
      },
      "POST /api/live-streaming/{id}/key": async ({ subject, user, request }) => {
        const stream_key = await operations.rotate(subject.id, async (trx, channel) =>
          recordActivity(trx, { ...done("channel.changed", channel, user, request), changed: ["key"] }),
        );
        return withKey(await show(subject.id, user, request), operations.driverOf(subject), stream_key);
      },
      "POST /api/live-streaming/{id}/browser": async ({ subject }) => {
        if (!subject.is_armed) throw new AppError("CHANNEL_STOPPED");
        const door = operations.driverOf(subject).browserSocket({ ...subject, data: subject.driver_data });
        if (door === null) throw new AppError("LIVE_DRIVER_OFF");
        return { socket: door.socket, expires_at: door.expires.toISOString() };
      },
      "POST /api/live-streaming/{id}/verify-password": async ({ params, body, user, request, reply }) => {
        const { channel, isLocked } = await open(params.id, { user, headers: request.headers }, true);
        if (isLocked && !(await unlock(channel, body.password, request, reply))) {
          // A wrong guess at a number must not tell that there is a channel.
          if (typeof params.id === "number") throw new AppError("NOT_FOUND");
          throw new AppError("CHANNEL_PASSWORD_WRONG", { fields: { password: ["live.password_wrong"] } });
        }
        await sightings.seen({ ...channel, kind: "channel" }, user, request);
        return wirePlayer(channel, { user, viewer: viewerOf(channel, request) }, false, wire);
      },
      "GET /api/live-streaming/{id}/recordings": async ({ subject, query, user, request }) => {
        await sightings.seen({ ...subject, kind: "channel" }, user, request);
        const { rows, total } = await recordings.list(subject.id, query);
        const items = rows.map((row) => wireRecording(row, address));
        return { items, total, page: query.page, per_page: query.per_page };
      },
      "POST /api/live-streaming/{id}/recordings/{recordingId}/video": async ({
        subject,
        params,
        body,
        user,
        request,
      }) => {
        const recording = await recordingOf(subject.id, params.recordingId);
        return { id_video: await archive.makeVideo(subject, recording, body.title, { user, request }) };
      },
      "DELETE /api/live-streaming/{id}/recordings/{recordingId}": async ({
        subject,
        params,
        user,
        request,
      }) => {
        const recording = await recordingOf(subject.id, params.recordingId);
        if (recording.ended_at === null && isOnAir(subject.state)) throw new AppError("CHANNEL_RUNNING");
        await db.transaction().execute(async (trx) => {
          await recordings.remove(trx, recording.id);
          await tell(trx, subject);
          await recordActivity(trx, done("channel.recording_deleted", subject, user, request));
        });
        return {};
      },
    }),
  };
}

type ChannelAction =
  `channel.${"created" | "changed" | "deleted" | "started" | "stopped" | "recording_deleted"}`;

function done(
  action: ChannelAction,
  { id, id_project, name }: Pick<ChannelRow, "id" | "id_project" | "name">,
  user: SessionUser,
  { ip }: { readonly ip: string },
): Activity {
  return { id_user: user.id, action, subject: { kind: "channel", id, name }, id_project, address: ip };
}

const noteOf =
  (action: ChannelAction, user: SessionUser, request: { readonly ip: string }): Note =>
  (trx, channel) =>
    recordActivity(trx, done(action, channel, user, request));

/** The key as a sender enters it, which with some services says more than the key itself. */
const withKey = <T extends { readonly code: string }>(channel: T, driver: LiveDriver, key: string) => ({
  ...channel,
  stream_key: driver.senderKey?.(channel.code, key) ?? key,
});
