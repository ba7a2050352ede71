import type { DrivenChannel, DriverData, LiveDriver, LiveDrivers } from "#server/live/drivers/driver.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { Nodes } from "#server/platform/nodes.ts";
import { channelsChanged, channelTold } from "./live.events.ts";
import type { ChannelRow, LiveRepository } from "./live.repository.ts";

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

/** Written in the transaction of the change: the log of the project, and of the actor. */
export type Note = (trx: Trx, channel: ChannelRow) => Promise<void>;

/** Purpose of the encryption of a stored key. */
export const purpose = "live-key";

/** Calls to the driver of a channel, with the resulting row updates and events. */
export function createDriverCalls(options: OperateOptions) {
  const { db, repository, drivers, bus, clock, key, log, nodes } = options;

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

  /** The other nodes handle their own part of the channel. */
  const tellNodes = ({ id, code, driver }: ChannelRow) =>
    db
      .transaction()
      .execute((trx) => bus.emit(trx, channelTold, { id_channel: id, code, driver, by: nodes.self }));

  /** Updates the row and publishes its event; `note` runs within the same transaction. */
  const write = (channel: ChannelRow, values: Partial<ChannelRow>, note?: Note) =>
    db.transaction().execute(async (trx) => {
      const { driver_data: _, ...rest } = values;
      await repository.update(trx, channel.id, rest);
      await bus.emit(trx, channelsChanged, { id_project: channel.id_project, id_channel: channel.id });
      await note?.(trx, channel);
    });

  /** Runs the operation; on failure, stores the reason for editors of the channel, and throws. */
  async function orFail(channel: ChannelRow, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      log.warn({ error, channel: channel.id }, "live: the driver returned an error");
      const reason = error instanceof Error ? error.message : String(error);
      const problem = error instanceof AppError ? String(error.values["reason"] ?? reason) : reason;
      await write(channel, { state: "failed", state_at: clock.now(), problem: problem.slice(0, 500) });
      throw error instanceof AppError
        ? error
        : new AppError("LIVE_DRIVER", { values: { reason: reason.slice(0, 200) }, cause: error });
    }
  }

  return { driverOf, driven, current, tellNodes, write, orFail };
}

export type DriverCalls = ReturnType<typeof createDriverCalls>;
