import type { DriverData, LiveDriver } from "#server/live/drivers/driver.ts";
import { createBroadcasting } from "./broadcasting.ts";
import { createChannelQueue } from "./channel-queue.ts";
import { createDriverCalls, type OperateOptions, purpose } from "./driver-calls.ts";
import type { ChannelRow } from "./live.repository.ts";
import { createReconcile } from "./reconcile.ts";

/**
 * Starting, stopping and what else reaches for the driver. Acts on one channel come one after the other; each may be
 * done again, also after it failed half-way.
 */
export function createOperations(options: OperateOptions) {
  const { repository, drivers, key, nodes } = options;
  const inTurn = createChannelQueue(options);

  const driving = createDriverCalls(options);
  const { driverOf, driven, current, tellNodes, orFail } = driving;

  return {
    driverOf,

    /** What has to be made elsewhere for a new channel, which is kept whatever comes of it: `start` tries again. */
    prepare: (id: number): Promise<void> =>
      inTurn(id, async () => {
        const channel = await current(id);
        await orFail(channel, () => driverOf(channel).create(driven(channel)));
      }),

    ...createBroadcasting({ ...options, ...driving, inTurn }),

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

    reconcile: createReconcile({ ...options, ...driving, inTurn }),
  };
}

export type Operations = ReturnType<typeof createOperations>;
