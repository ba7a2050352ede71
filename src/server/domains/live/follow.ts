import type { LiveEvent } from "#server/live/engine.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { Notices } from "../notifications/notices.ts";
import { channelsChanged } from "./live.events.ts";
import type { ChannelRow } from "./live.repository.ts";
import { isNewBroadcast, tellOfBroadcast } from "./live-news.ts";
import { noteRecording } from "./recordings.ts";
import { isOnAir } from "./wire.ts";

export interface FollowOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly jobs: Pick<Jobs, "send">;
  readonly notices: Notices;
  readonly log: Log;
}

/**
 * Writes down what the drivers tell, in the order in which they tell it. What cannot be written is logged: the next
 * event says more, and a restart starts from what is armed.
 */
export function createFollower({ db, bus, jobs, notices, log }: FollowOptions) {
  let last: Promise<void> = Promise.resolve();

  const channelOf = (trx: Trx, code: string): Promise<ChannelRow | undefined> =>
    trx.selectFrom("live_channels").selectAll().where("code", "=", code).forUpdate().executeTakeFirst();

  async function write(event: LiveEvent): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const channel = await channelOf(trx, event.code);
      if (channel === undefined) return;
      const isNews =
        event.kind === "recording"
          ? await noteRecording(trx, jobs, channel, event)
          : await noteState(trx, channel, event);
      if (isNews)
        await bus.emit(trx, channelsChanged, { id_project: channel.id_project, id_channel: channel.id });
    });
  }

  /** False for what is old, or said already. */
  async function noteState(
    trx: Trx,
    channel: ChannelRow,
    { state, at }: Extract<LiveEvent, { kind: "state" }>,
  ): Promise<boolean> {
    // What was still on its way when somebody stopped the channel does not start it again.
    if (at < channel.state_at || channel.state === state || (!channel.is_armed && state !== "idle"))
      return false;
    // Its sender has gone for good, but it was not stopped: it waits for the next one.
    const shown = channel.is_armed && state === "idle" ? "starting" : state;
    if (shown === channel.state) return false;
    const wasOnAir = isOnAir(channel.state);
    await trx
      .updateTable("live_channels")
      .set({
        state: shown,
        state_at: at,
        ...(state === "live" && { problem: null }),
        ...((state === "live" || (wasOnAir && channel.state !== "interrupted")) && { on_air_at: at }),
      })
      .where("id", "=", channel.id)
      .execute();
    if (state === "live" && isNewBroadcast(channel, at)) await tellOfBroadcast(trx, notices, channel);
    return true;
  }

  return {
    tell(event: LiveEvent): void {
      last = last
        .then(() => write(event))
        .catch((error: unknown) => log.error({ error, event }, "live: an event is lost"));
    },
    /** Once everything told so far is written. */
    settled: () => last,
  };
}
