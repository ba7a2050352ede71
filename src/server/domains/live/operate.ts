import type { DriverData, LiveDriver } from "#server/live/drivers/driver.ts";
import { newStreamKey } from "./channel-keys.ts";
import { createDriverCalls, type Note, type OperateOptions, purpose } from "./driver-calls.ts";
import type { ChannelRow } from "./live.repository.ts";
import { createReconcile } from "./reconcile.ts";
import { createTurns } from "./turns.ts";

/**
 * Starting, stopping and what else reaches for the driver. Acts on one channel come one after the other; each may be
 * done again, also after it failed half-way.
 */
export function createOperations(options: OperateOptions) {
  const { repository, drivers, clock, key, nodes } = options;
  const inTurn = createTurns(options);

  const driving = createDriverCalls(options);
  const { driverOf, driven, current, tellNodes, write, orFail } = driving;
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

    reconcile: createReconcile({ ...options, ...driving, inTurn }),
  };
}

export type Operations = ReturnType<typeof createOperations>;
