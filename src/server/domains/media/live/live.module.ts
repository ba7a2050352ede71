import type { FastifyRequest } from "fastify";
import { liveDrivers } from "#contract/choices.ts";
import { liveApi } from "#contract/live.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import type { LiveDrivers } from "#server/live/drivers/driver.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { eventListener } from "#server/platform/events/event-listener.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { Nodes } from "#server/platform/nodes.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { channelHandlers } from "./channel.handlers.ts";
import { createChannelCalls } from "./channel-calls.ts";
import { createChannelNodes } from "./channel-nodes.ts";
import { createChannelPage } from "./channel-page.ts";
import { createDriverEvents } from "./driver-events.ts";
import { hostReader } from "./ingest-host.ts";
import { createKeeper } from "./keeper.ts";
import { channelsChanged } from "./live.events.ts";
import { channelPolicy } from "./live.policy.ts";
import { createLiveRepository } from "./live.repository.ts";
import { type VideoMakerOptions, videoMaker } from "./make-video.ts";
import { createNodeTakeover } from "./node-takeover.ts";
import { createOperations } from "./operate.ts";
import { recordingHandlers } from "./recording.handlers.ts";
import { type ArchiveOptions, createRecordingArchive } from "./recording-archive.ts";
import { createRecordingPieces, type RecordingPiecesOptions } from "./recording-pieces.ts";
import { createRecordings } from "./recordings.ts";
import { samples } from "./samples.ts";
import { type ChannelWire, wireChannel } from "./wire.ts";

export interface LiveOptions extends Omit<ArchiveOptions, "makeVideo">, VideoMakerOptions {
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
  /** Whether other machines read the same store. */
  readonly isShared: boolean;
  readonly archive: ArchiveOptions["archive"] & RecordingPiecesOptions["archive"];
  readonly settings: { get(): { readonly live_host: string } };
  readonly publicUrl: string;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  /** The drivers of this process. */
  readonly drivers: LiveDrivers;
}

export function liveModule(options: LiveOptions) {
  const { db, bus, clock, drivers, nodes, segments, sightings } = options;
  const repository = createLiveRepository(db);
  const recordings = createRecordings(db);
  const pieces = createRecordingPieces(options);
  const archive = createRecordingArchive({ ...options, recordings, pieces, makeVideo: videoMaker(options) });
  const operations = createOperations({ ...options, repository });
  const follower = createDriverEvents({ ...options, self: nodes.self, place: segments.place });
  const carriers = createChannelNodes({ ...options, recordings });
  const keeper = createKeeper({ ...options, archive, pieces });
  const among = createNodeTakeover({ ...options, repository, carriers, operations, follower, archive });
  const wire: ChannelWire = { drivers, clock, self: nodes.self, hostFor: hostReader(options) };
  for (const driver of Object.values(drivers)) {
    driver.onEvent(follower.tell);
    driver.onEvent(pieces.tell);
  }

  const guests = createChannelPage({ ...options, repository, wire });
  const calls = createChannelCalls({ db, bus, repository, wire });
  const { show } = calls;
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

  return {
    policies: { channel: channelPolicy(db) },
    offers: {
      /** The public page of a channel, and its unlocking for a browser. */
      channelPage: guests.page,
      /** Start-up and shutdown of channels: running ones, remains of recordings, assignment to nodes. */
      channels: {
        ...among,
        /** Starts to convert the recordings on this machine's disk, in any role. */
        keep: keeper.start,
        carrierOf: carriers.carrierOf,
        /**
         * Resolves once all driver events received so far are stored, and in the object store as far as it accepts
         * them.
         */
        settled: async () => void (await Promise.all([follower.settled(), pieces.settled()])),
      },
    },
    // Converts ended recordings, and deletes the remains of deleted ones.
    listens: [eventListener(channelsChanged, keeper.wake)],
    samples,
    handlers: handlers(liveApi, {
      "GET /api/live-streaming": ({ query, user, request }) => list(user, query, request, true),
      "GET /api/live-streaming/user": ({ query, user, request }) => list(user, query, request, false),
      "GET /api/live-streaming/playback-urls": ({ query, user, request }) =>
        guests.page.open(query.code, user, request),
      "GET /api/live-streaming/drivers": async () => ({
        items: liveDrivers.map((driver) => ({ driver, is_ready: drivers[driver]?.isReady() ?? false })),
      }),
      ...channelHandlers({ ...options, ...calls, operations, follower }),
      "GET /api/live-streaming/{id}": async ({ subject, user, request }) => {
        await sightings.seen({ ...subject, kind: "channel" }, user, request);
        return show(subject.id, user, request);
      },
      "POST /api/live-streaming/{id}/verify-password": ({ params, body, user, request, reply }) =>
        guests.verify(params.id, body.password, { user, request, reply }),
      ...recordingHandlers({ ...options, ...calls, recordings, archive }),
    }),
  };
}
