import type { DrivenChannel, DriverData, LiveDriver, LiveDrivers } from "#server/live/drivers/driver.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { Nodes } from "#server/platform/nodes.ts";
import { newStreamKey } from "./channel-keys.ts";
import { channelsChanged, channelTold } from "./live.events.ts";
import type { ChannelRow, LiveRepository } from "./live.repository.ts";
import { createTurns } from "./turns.ts";

export interface OperateOptions {
  readonly db: Database;
  readonly repository: LiveRepository;
  readonly drivers: LiveDrivers;
  readonly bus: Pick<Bus, "emit">;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly log: Log;
  readonly nodes: Pick<Nodes, "self" | "others" | "skewMs">;
}

/** Written into the transaction that makes the change: the log of the project, and of who did it. */
export type Note = (trx: Trx, channel: ChannelRow) => Promise<void>;

const purpose = "live-key";

/**
 * Starting, stopping and what else reaches for the driver. Acts on one channel come one after the other; each may be
 * done again, also after it failed half-way.
 */
export function createOperations(options: OperateOptions) {
  const { db, repository, drivers, bus, clock, key, log, nodes } = options;
  const inTurn = createTurns(options);

  function driverOf({ driver }: Pick<ChannelRow, "driver">): LiveDriver {
    const found = drivers[driver];
    if (found === undefined || !found.isReady()) throw new AppError("LIVE_DRIVER_OFF");
    return found;
  }

  function driven(channel: ChannelRow): DrivenChannel {
    let data: DriverData = channel.driver_data;
    return {
      code: channel.code,
      name: channel.name,
      keyHash: channel.key_hash,
      record: channel.record,
      linksSince: channel.links_since,
      get data() {
        return data;
      },
      async remember(more) {
        await repository.remember(channel.id, more);
        data = { ...data, ...more };
      },
      key() {
        const sealed = data["sealed_key"];
        return typeof sealed === "string" ? (key.open(purpose, sealed) ?? "") : "";
      },
    };
  }

  const current = async (id: number): Promise<ChannelRow> => {
    const channel = await repository.byId(id);
    if (channel === undefined) throw new AppError("NOT_FOUND");
    return channel;
  };

  /** The other nodes do the same with their own part of it. */
  const tellNodes = ({ id, code, driver }: ChannelRow) =>
    db
      .transaction()
      .execute((trx) => bus.emit(trx, channelTold, { id_channel: id, code, driver, by: nodes.self }));

  /** With its event; `note` within the same transaction. */
  const write = (channel: ChannelRow, values: Partial<ChannelRow>, note?: Note) =>
    db.transaction().execute(async (trx) => {
      const { driver_data: _, ...rest } = values;
      await repository.update(trx, channel.id, rest);
      await bus.emit(trx, channelsChanged, { id_project: channel.id_project, id_channel: channel.id });
      await note?.(trx, channel);
    });

  /** Does it, or writes down for who may edit the channel why it could not be done, and throws. */
  async function orFail(channel: ChannelRow, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      log.warn({ error, channel: channel.id }, "live: the driver refused");
      const reason = error instanceof Error ? error.message : String(error);
      const problem = error instanceof AppError ? String(error.values["reason"] ?? reason) : reason;
      await write(channel, { state: "failed", state_at: clock.now(), problem: problem.slice(0, 500) });
      throw error instanceof AppError
        ? error
        : new AppError("LIVE_DRIVER", { values: { reason: reason.slice(0, 200) }, cause: error });
    }
  }

  const isWaitingOrOn = ({ is_armed, state }: ChannelRow) =>
    is_armed && state !== "idle" && state !== "failed";

  return {
    driverOf,

    /** What has to be made elsewhere for a new channel, which is kept whatever comes of it: `start` tries again. */
    prepare: (id: number): Promise<void> =>
      inTurn(id, async () => {
        const channel = await current(id);
        await orFail(channel, () => driverOf(channel).create(driven(channel)));
      }),

    /** Harmless when it runs already; then the driver is only told once more. */
    start: (id: number, operator: number, note: Note): Promise<void> =>
      inTurn(id, async () => {
        const channel = await current(id);
        const driver = driverOf(channel);
        if (!isWaitingOrOn(channel))
          // Before the sender is let in: what he then causes is later than this.
          await write(
            channel,
            {
              is_armed: true,
              state: "starting",
              state_at: clock.now(),
              problem: null,
              id_operator: operator,
            },
            note,
          );
        await orFail(channel, () => driver.start(driven(channel)));
        await tellNodes(channel);
      }),

    /** Harmless when it is stopped already. A service that is not set up any more stops nobody from stopping. */
    stop: (id: number, note: Note): Promise<void> =>
      inTurn(id, async () => {
        const channel = await current(id);
        await orFail(channel, async () => drivers[channel.driver]?.stop(driven(channel)));
        if (!channel.is_armed && channel.state === "idle") return;
        const values = {
          is_armed: false,
          state: "idle",
          state_at: clock.now(),
          problem: null,
          on_air_at: null,
          id_node: null,
        };
        await write(channel, values as Partial<ChannelRow>, channel.is_armed ? note : undefined);
        await tellNodes(channel);
      }),

    /** Gives it another key. Whoever sends with the old one is sent away; a running channel waits for the next sender. */
    rotate: (id: number, note: Note): Promise<string> =>
      inTurn(id, async () => {
        const channel = await current(id);
        const driver = driverOf(channel);
        const { key: fresh, ...kept } = newStreamKey();
        await orFail(channel, () => driver.stop(driven(channel)));
        await write(
          channel,
          {
            ...kept,
            id_node: null,
            ...(channel.is_armed && { state: "starting", state_at: clock.now(), problem: null }),
          },
          note,
        );
        if (driver.keepsKey) await repository.remember(id, { sealed_key: key.seal(purpose, fresh) });
        const changed = await current(id);
        await orFail(changed, async () => {
          await driver.rekey(driven(changed));
          if (changed.is_armed) await driver.start(driven(changed));
        });
        await tellNodes(changed);
        return fresh;
      }),

    /** Tells the driver of values that have changed, where it is at work. */
    refresh: (id: number): Promise<void> =>
      inTurn(id, async () => {
        const channel = await current(id);
        if (!channel.is_armed) return;
        await orFail(channel, () => driverOf(channel).start(driven(channel)));
        await tellNodes(channel);
      }),

    /** Does here what another node has done to a channel. */
    follow: ({ id, code, driver }: Pick<ChannelRow, "id" | "code" | "driver">): Promise<void> =>
      inTurn(id, async () => {
        const channel = await repository.byId(id);
        if (channel?.is_armed === true) await drivers[driver]?.follow(driven(channel));
        else await drivers[driver]?.unfollow(code);
      }),

    /** Whoever watches has to ask anew whether he may. */
    revoke: (id: number): Promise<void> =>
      inTurn(id, async () => {
        // By the clock by which links are given out.
        await repository.update(undefined, id, { links_since: new Date(Date.now() - nodes.skewMs()) });
        const channel = await current(id);
        await drivers[channel.driver]?.revoke?.(driven(channel));
        await tellNodes(channel);
      }),

    /** Stops it and takes away what was made elsewhere; the row is the caller's to remove, with `remove`. */
    remove: (id: number, remove: (channel: ChannelRow) => Promise<void>): Promise<void> =>
      inTurn(id, async () => {
        const channel = await current(id);
        const driver = drivers[channel.driver];
        if (driver !== undefined)
          await orFail(channel, async () => {
            await driver.stop(driven(channel));
            await driver.delete(driven(channel));
          });
        await remove(channel);
        await tellNodes(channel);
      }),

    /** What a driver that keeps the key is to find of a new one. */
    keptKey: (driver: LiveDriver, fresh: string): DriverData =>
      driver.keepsKey ? { sealed_key: key.seal(purpose, fresh) } : {},

    /**
     * After a start of the server, and from time to time: those that are started are told to their drivers anew, and
     * those of projects that were closed or deleted in the meantime are stopped.
     */
    async reconcile({ isStart, isAmongOthers }: Occasion): Promise<void> {
      const failed = (id: number) => (error: unknown) =>
        log.warn({ error, channel: id }, "live: a channel was not brought back");
      for (const { id, is_open } of await repository.armed())
        await inTurn(id, async () => {
          const channel = await repository.byId(id);
          const driver = channel && drivers[channel.driver];
          if (channel === undefined || driver === undefined || !channel.is_armed) return;
          if (!is_open) {
            await orFail(channel, () => driver.stop(driven(channel)));
            await write(channel, { is_armed: false, state: "idle", state_at: clock.now(), id_node: null });
            return tellNodes(channel);
          }
          if (!driver.isReady()) return;
          // Started by another node, of which this one has not heard.
          if (!isStart && channel.state !== "failed" && driver.status(driven(channel)) === null)
            await driver.follow(driven(channel));
          if (!isStart) return;
          const isCarried = channel.id_node !== null || isAmongOthers;
          if (!isCarried && channel.state !== "failed" && channel.state !== "starting")
            await write(channel, { state: "starting", state_at: clock.now() });
          // The server does not wait for them to be up itself.
          void inTurn(id, async () => {
            const now = await current(id);
            if (now.is_armed) await orFail(now, () => driver.start(driven(now)));
          }).catch(failed(id));
        }).catch(failed(id));
    },
  };
}

interface Occasion {
  readonly isStart: boolean;
  /** Other nodes serve as well: what nobody carries now their viewers wait for, as long as usual. */
  readonly isAmongOthers: boolean;
}

export type Operations = ReturnType<typeof createOperations>;
