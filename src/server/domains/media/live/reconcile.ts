import type { ChannelQueue } from "./channel-queue.ts";
import type { DriverCalls, OperateOptions } from "./driver-calls.ts";

interface Occasion {
  readonly isStart: boolean;
  /** Whether other nodes serve as well: viewers of released channels wait for the usual time. */
  readonly isAmongOthers: boolean;
}

export interface ReconcileOptions extends OperateOptions, DriverCalls {
  readonly inTurn: ChannelQueue;
}

/** Reconciles the drivers with the stored state. */
export function createReconcile(options: ReconcileOptions) {
  const { repository, drivers, clock, log, inTurn, driven, current, tellNodes, write, orFail } = options;

  /**
   * After a start of the server, and from time to time: started channels are passed to their drivers again, and those
   * of projects that were closed or deleted meanwhile are stopped.
   */
  return async ({ isStart, isAmongOthers }: Occasion): Promise<void> => {
    const failed = (id: number) => (error: unknown) =>
      log.warn({ error, channel: id }, "live: channel could not be restored");
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
        // Started by another node without this one having received the event.
        if (!isStart && channel.state !== "failed" && driver.status(driven(channel)) === null)
          await driver.follow(driven(channel));
        if (!isStart) return;
        const isCarried = channel.id_node !== null || isAmongOthers;
        if (!isCarried && channel.state !== "failed" && channel.state !== "starting")
          await write(channel, { state: "starting", state_at: clock.now() });
        // The server starts without waiting for them.
        void inTurn(id, async () => {
          const now = await current(id);
          if (now.is_armed) await orFail(now, () => driver.start(driven(now)));
        }).catch(failed(id));
      }).catch(failed(id));
  };
}
