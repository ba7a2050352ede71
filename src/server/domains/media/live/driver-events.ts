import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { LiveEvent, SenderTrouble } from "#server/live/engine.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Log } from "#server/platform/log.ts";
import { channelsChanged, channelTold } from "./live.events.ts";
import type { ChannelRow } from "./live.repository.ts";
import { isNewBroadcast, tellOfBroadcast } from "./live-news.ts";
import { noteRecording } from "./recordings.ts";
import { isOnAir } from "./wire.ts";

export interface DriverEventsOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly notices: Notices;
  readonly log: Log;
  /** The id of this node. */
  readonly self: string;
  /** Identifies the disk of this machine. */
  readonly place: () => Promise<string>;
}

const troubleText = (trouble: SenderTrouble) => `live.trouble.${trouble}`;
const isTrouble = (problem: string | null) => problem?.startsWith("live.trouble.") === true;

/**
 * Stores events of the drivers in their order. An event that cannot be stored is logged: the next one has more recent
 * data, and a restart starts from the armed channels.
 */
export function createDriverEvents({ db, bus, notices, log, self, place }: DriverEventsOptions) {
  let last: Promise<void> = Promise.resolve();
  let isLeaving = false;

  const tellNodes = (trx: Trx, { id, code, driver }: ChannelRow) =>
    bus.emit(trx, channelTold, { id_channel: id, code, driver, by: self });

  async function write(event: LiveEvent): Promise<void> {
    const disk = await place();
    await db.transaction().execute(async (trx) => {
      const channel = await channelOf(trx, event.code);
      if (channel === undefined) return;
      const isNews =
        event.kind === "recording"
          ? await noteRecording(trx, channel, event, { place: disk, self })
          : event.kind === "sender"
            ? await welcome(trx, channel, event.at)
            : event.kind === "trouble"
              ? await setProblem(trx, channel, troubleText(event.trouble))
              : await noteState(trx, channel, event);
      if (isNews)
        await bus.emit(trx, channelsChanged, { id_project: channel.id_project, id_channel: channel.id });
    });
  }

  /** Clears a problem caused by the previous sender. */
  async function welcome(trx: Trx, channel: ChannelRow, at: Date): Promise<boolean> {
    const isForgotten = isTrouble(channel.problem) && (await setProblem(trx, channel, null));
    return (await claim(trx, channel, at)) || isForgotten;
  }

  /**
   * The newest sender wins, at any node. Of two parallel ones the row decides: the second finds the first one's claim,
   * and takes over. Viewers wait for its pictures.
   */
  async function claim(trx: Trx, channel: ChannelRow, at: Date): Promise<boolean> {
    if (isLeaving || !channel.is_armed || channel.id_node === self) return false;
    const isTaken = channel.id_node !== null && (channel.state === "live" || channel.state === "stale");
    await trx
      .updateTable("live_channels")
      .set({
        id_node: self,
        ...(isTaken && { state: "interrupted" }),
        // From here on this machine's clock counts.
        ...(at < channel.state_at || isTaken ? { state_at: at } : {}),
      })
      .where("id", "=", channel.id)
      .execute();
    await tellNodes(trx, channel);
    return isTaken;
  }

  /** Returns false for an event that is old, already stored, or no longer of this node. */
  async function noteState(
    trx: Trx,
    channel: ChannelRow,
    { state, at }: Extract<LiveEvent, { kind: "state" }>,
  ): Promise<boolean> {
    if (channel.driver === "own" && channel.id_node !== self) return false;
    // An event that was under way when a user stopped the channel does not start it.
    if (at < channel.state_at || channel.state === state || (!channel.is_armed && state !== "idle"))
      return false;
    // Its sender has left for good, but it was not stopped: it waits for the next one.
    const shown = channel.is_armed && state === "idle" ? "starting" : state;
    if (shown === channel.state) return false;
    const wasOnAir = isOnAir(channel.state);
    // The next sender may connect to another node.
    const isOver = channel.driver === "own" && !isOnAir(shown);
    await trx
      .updateTable("live_channels")
      .set({
        state: shown,
        state_at: at,
        ...(isOver && { id_node: null }),
        // A sender whose audio cannot be played is on air all the same.
        ...(state === "live" && !isTrouble(channel.problem) && { problem: null }),
        ...((state === "live" || (wasOnAir && channel.state !== "interrupted")) && { on_air_at: at }),
      })
      .where("id", "=", channel.id)
      .execute();
    if (isOver) await tellNodes(trx, channel);
    if (state === "live" && isNewBroadcast(channel, at)) await tellOfBroadcast(trx, notices, channel);
    return true;
  }

  return {
    tell(event: LiveEvent): void {
      last = last
        .then(() => write(event))
        .catch((error: unknown) => log.error({ error, event }, "live: event could not be handled"));
    },
    /** Resolves once every event received so far is stored. */
    settled: () => last,
    /** From here on no sender makes this node the carrier of a channel. */
    leave(): void {
      isLeaving = true;
    },
  };
}

export type DriverEvents = ReturnType<typeof createDriverEvents>;

const channelOf = (trx: Trx, code: string): Promise<ChannelRow | undefined> =>
  trx.selectFrom("live_channels").selectAll().where("code", "=", code).forUpdate().executeTakeFirst();

async function setProblem(trx: Trx, { id, problem }: ChannelRow, told: string | null): Promise<boolean> {
  if (problem === told) return false;
  await trx.updateTable("live_channels").set({ problem: told }).where("id", "=", id).execute();
  return true;
}
