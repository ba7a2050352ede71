import type { FastifyRequest } from "fastify";
import type { Activity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { channelsChanged } from "./live.events.ts";
import type { ChannelRow, LiveRepository } from "./live.repository.ts";
import { type ChannelWire, wireChannel } from "./wire.ts";

interface ChannelCallsOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly repository: LiveRepository;
  readonly wire: ChannelWire;
}

export type ChannelCalls = ReturnType<typeof createChannelCalls>;

/** Helpers shared by the handlers of channels. */
export function createChannelCalls(options: ChannelCallsOptions) {
  const { bus, repository, wire } = options;
  return {
    ...options,
    /** Loads the channel with the rights of this user. */
    show: async (id: number, user: SessionUser, request: FastifyRequest) =>
      wireChannel(await repository.summary(user.id, id), user, request.hostname, wire),
    /** Emits the change to open screens. */
    tell: (trx: Trx, { id, id_project }: Pick<ChannelRow, "id" | "id_project">) =>
      bus.emit(trx, channelsChanged, { id_project, id_channel: id }),
  };
}

export type ChannelAction =
  `channel.${"created" | "changed" | "deleted" | "started" | "stopped" | "recording_deleted"}`;

/** An entry for the activity log. */
export function done(
  action: ChannelAction,
  { id, id_project, name }: Pick<ChannelRow, "id" | "id_project" | "name">,
  user: SessionUser,
  { ip }: { readonly ip: string },
): Activity {
  return { id_user: user.id, action, subject: { kind: "channel", id, name }, id_project, address: ip };
}
