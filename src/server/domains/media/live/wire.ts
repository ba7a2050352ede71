import { limits } from "#contract/limits.ts";
import type { Channel, PlayerChannel } from "#contract/live.ts";
import type { LiveDrivers } from "#server/live/drivers/driver.ts";
import type { LiveStatus } from "#server/live/engine.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { channelFlags } from "./live.policy.ts";
import type { ChannelSummary } from "./live.repository.ts";
import { wireSignal } from "./sender-advice.ts";

export interface ChannelWire {
  readonly drivers: LiveDrivers;
  readonly clock: Clock;
  /** The id of this node. */
  readonly self: string;
  /** The host name for cameras; `called` is that of the present request. */
  readonly hostFor: (called: string) => string;
}

/** Whether the channel has a signal, or is expected to have one soon. */
export const isOnAir = (state: Channel["state"]) =>
  state === "live" || state === "stale" || state === "interrupted";

/** For a channel of another node, the status that node has reported. */
const statusOf = (
  channel: ChannelSummary,
  { drivers, self }: ChannelWire,
): Pick<LiveStatus, "viewers" | "signal"> | null =>
  channel.driver === "own" && channel.id_node !== null && channel.id_node !== self
    ? channel.told
    : (drivers[channel.driver]?.status({ code: channel.code, data: channel.driver_data }) ?? null);

/** `called`: the host of the present request. */
export function wireChannel(
  channel: ChannelSummary,
  user: SessionUser,
  called: string,
  wire: ChannelWire,
): Channel {
  const { drivers, hostFor } = wire;
  const can = channelFlags(channel, user);
  const driver = drivers[channel.driver];
  const place = { code: channel.code, data: channel.driver_data };
  const status = statusOf(channel, wire);
  const signal = isOnAir(channel.state) ? (status?.signal ?? null) : null;
  const ingest = (can.edit && driver?.ingest(place, hostFor(called))) || null;
  return {
    id: channel.id,
    medialive_channel_id: channel.code,
    code: channel.code,
    name: channel.name,
    description: channel.description,
    id_project: channel.id_project,
    project: channel.project,
    id_user: channel.id_user ?? 0,
    author: channel.author,
    driver: channel.driver,
    state: channel.state,
    state_at: channel.state_at.toISOString(),
    problem: can.edit ? channel.problem : null,
    is_public: channel.is_public,
    is_protected: channel.is_protected,
    record: channel.record,
    is_360: channel.is_360,
    viewers: status?.viewers ?? 0,
    signal: signal && wireSignal(signal, channel),
    ingest: ingest && { url: ingest.url, secure_url: ingest.secureUrl, key_hint: channel.key_hint },
    created_at: channel.created_at.toISOString(),
    updated_at: channel.updated_at.toISOString(),
    can,
  };
}

/** A viewer: the signed-in user, if any, and the id of their browser. */
export interface Viewer {
  readonly user: SessionUser | null;
  readonly viewer: string;
}

/** A channel as seen by its viewers. `isLocked`: this browser has not given its password. */
export function wirePlayer(
  channel: ChannelSummary,
  { user, viewer }: Viewer,
  isLocked: boolean,
  wire: ChannelWire,
): PlayerChannel {
  const { drivers, clock } = wire;
  const driver = drivers[channel.driver];
  const place = { code: channel.code, data: channel.driver_data };
  const expires = new Date(clock.now().getTime() + limits.live.linkMinutes * 60_000);
  const isPlayable = !isLocked && isOnAir(channel.state);
  const urls = isPlayable ? (driver?.playbackUrls(place, expires, viewer) ?? null) : null;
  const can = channelFlags(channel, user);
  return {
    medialive_channel_id: channel.code,
    name: channel.name,
    description: channel.description,
    project: can.view || channel.is_project_public ? channel.project : "",
    state: channel.state,
    state_at: channel.state_at.toISOString(),
    is_360: channel.is_360,
    is_protected: channel.is_protected,
    is_locked: isLocked,
    viewers: isLocked ? 0 : (statusOf(channel, wire)?.viewers ?? 0),
    playback: urls && { ...urls, expires_at: expires.toISOString() },
    can,
  };
}
