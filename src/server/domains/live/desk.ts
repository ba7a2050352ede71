import type { FastifyRequest } from "fastify";
import type { Activity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { channelsChanged } from "./live.events.ts";
import type { ChannelRow, LiveRepository } from "./live.repository.ts";
import { type ChannelWire, wireChannel } from "./wire.ts";

interface DeskOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly repository: LiveRepository;
  readonly wire: ChannelWire;
}

export type ChannelDesk = ReturnType<typeof createDesk>;

/** What all calls about channels have in common. */
export function createDesk(options: DeskOptions) {
  const { bus, repository, wire } = options;
  return {
    ...options,
    /** The channel as this person sees it now. */
    show: async (id: number, user: SessionUser, request: FastifyRequest) =>
      wireChannel(await repository.summary(user.id, id), user, request.hostname, wire),
    /** Tells those who look at it. */
    tell: (trx: Trx, { id, id_project }: Pick<ChannelRow, "id" | "id_project">) =>
      bus.emit(trx, channelsChanged, { id_project, id_channel: id }),
  };
}

export type ChannelAction =
  `channel.${"created" | "changed" | "deleted" | "started" | "stopped" | "recording_deleted"}`;

/** For the log of the project and of the person. */
export function done(
  action: ChannelAction,
  { id, id_project, name }: Pick<ChannelRow, "id" | "id_project" | "name">,
  user: SessionUser,
  { ip }: { readonly ip: string },
): Activity {
  return { id_user: user.id, action, subject: { kind: "channel", id, name }, id_project, address: ip };
}
