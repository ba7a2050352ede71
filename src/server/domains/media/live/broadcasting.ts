import { newStreamKey } from "./channel-keys.ts";
import type { ChannelQueue } from "./channel-queue.ts";
import { type DriverCalls, type Note, type OperateOptions, purpose } from "./driver-calls.ts";
import type { ChannelRow } from "./live.repository.ts";

export interface BroadcastingOptions extends OperateOptions, DriverCalls {
  readonly inTurn: ChannelQueue;
}

const isWaitingOrOn = ({ is_armed, state }: ChannelRow) => is_armed && state !== "idle" && state !== "failed";

/** Access of senders: a channel is started, stopped, and gets a new key. */
export function createBroadcasting(options: BroadcastingOptions) {
  const { repository, drivers, clock, key, inTurn } = options;
  const { driverOf, driven, current, tellNodes, write, orFail } = options;

  return {
    /** Idempotent: when it is already running, only the driver is called again. */
    start: (id: number, operator: number, note: Note): Promise<void> =>
      inTurn(id, async () => {
        const channel = await current(id);
        const driver = driverOf(channel);
        if (!isWaitingOrOn(channel))
          // Written before the sender is admitted, so that the sender's events are later than this.
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

    /** Idempotent. Also works when the service is no longer configured. */
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

    /** Replaces the key. A sender with the old one is disconnected; a running channel waits for the next sender. */
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
  };
}
