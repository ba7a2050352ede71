import type { DriverData, LiveDriver } from "#server/live/drivers/driver.ts";
import { createBroadcasting } from "./broadcasting.ts";
import { createChannelQueue } from "./channel-queue.ts";
import { createDriverCalls, type OperateOptions, purpose } from "./driver-calls.ts";
import type { ChannelRow } from "./live.repository.ts";
import { createReconcile } from "./reconcile.ts";

/**
 * Starts, stops and other operations on the driver. Operations on one channel run one after another; each can be
 * repeated, also after a partial failure.
 */
export function createOperations(options: OperateOptions) {
  const { repository, drivers, key, nodes } = options;
  const inTurn = createChannelQueue(options);

  const driving = createDriverCalls(options);
  const { driverOf, driven, current, tellNodes, orFail } = driving;

  return {
    driverOf,

    /** Creates the channel at its service. A failure does not undo the channel: `start` tries again. */
    prepare: (id: number): Promise<void> =>
      inTurn(id, async () => {
        const channel = await current(id);
        await orFail(channel, () => driverOf(channel).create(driven(channel)));
      }),

    ...createBroadcasting({ ...options, ...driving, inTurn }),

    /** Passes changed values to the driver, where it is running. */
    refresh: (id: number): Promise<void> =>
      inTurn(id, async () => {
        const channel = await current(id);
        if (!channel.is_armed) return;
        await orFail(channel, () => driverOf(channel).start(driven(channel)));
        await tellNodes(channel);
      }),

    /** Applies a change that another node made to a channel. */
    follow: ({ id, code, driver }: Pick<ChannelRow, "id" | "code" | "driver">): Promise<void> =>
      inTurn(id, async () => {
        const channel = await repository.byId(id);
        if (channel?.is_armed === true) await drivers[driver]?.follow(driven(channel));
        else await drivers[driver]?.unfollow(code);
      }),

    /** Makes all viewers re-authenticate. */
    revoke: (id: number): Promise<void> =>
      inTurn(id, async () => {
        // By the clock that issues links.
        await repository.update(undefined, id, { links_since: new Date(Date.now() - nodes.skewMs()) });
        const channel = await current(id);
        await drivers[channel.driver]?.revoke?.(driven(channel));
        await tellNodes(channel);
      }),

    /** Stops it and deletes it at its service; the caller deletes the row, with `remove`. */
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

    /** Data of a new key for a driver that stores the key. */
    keptKey: (driver: LiveDriver, fresh: string): DriverData =>
      driver.keepsKey ? { sealed_key: key.seal(purpose, fresh) } : {},

    reconcile: createReconcile({ ...options, ...driving, inTurn }),
  };
}

export type Operations = ReturnType<typeof createOperations>;
