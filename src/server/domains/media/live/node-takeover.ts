import { limits } from "#contract/limits.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Log } from "#server/platform/log.ts";
import type { Nodes } from "#server/platform/nodes.ts";
import { partners } from "#server/platform/serving-nodes.ts";
import type { ChannelNodes } from "./channel-nodes.ts";
import type { createDriverEvents } from "./driver-events.ts";
import { channelTold } from "./live.events.ts";
import type { LiveRepository } from "./live.repository.ts";
import type { Operations } from "./operate.ts";

export interface NodeTakeoverOptions {
  readonly bus: Pick<Bus, "on">;
  readonly nodes: Nodes;
  readonly log: Log;
  readonly repository: Pick<LiveRepository, "byId" | "carried">;
  readonly carriers: ChannelNodes;
  readonly operations: Pick<Operations, "follow" | "reconcile">;
  readonly follower: ReturnType<typeof createDriverEvents>;
  readonly archive: { closeOpen(): Promise<void> };
}

/** Milliseconds between two checks of the channels that this node carries. */
const BEAT = 5_000;

/** Duties of a serving node for the channels of other nodes, and of those that are gone. */
export function createNodeTakeover(options: NodeTakeoverOptions) {
  const { bus, nodes, log, repository, carriers, operations, follower, archive } = options;
  const stops: (() => void)[] = [];
  const failed = (error: unknown) => log.warn({ error }, "live: nodes could not be checked");

  async function hear(told: {
    id_channel: number;
    code: string;
    driver: "own" | "mediamtx" | "medialive";
    by: string;
  }) {
    // Pending writes of this node are newer than the row.
    await follower.settled();
    const channel = await repository.byId(told.id_channel);
    carriers.note(told.code, channel?.id_node ?? null);
    if (told.by === nodes.self) return;
    // A service may be slow, and other events wait.
    void operations.follow({ id: told.id_channel, code: told.code, driver: told.driver }).catch(failed);
  }

  async function beat(): Promise<void> {
    for (const { code, state } of carriers.forgotten()) {
      follower.tell({ kind: "sender", code, at: new Date() });
      follower.tell({ kind: "state", code, state, at: new Date() });
    }
    await carriers.tellSignals();
  }

  async function releaseMissed(): Promise<void> {
    await carriers.releaseMissed();
    const timer = setTimeout(() => void carriers.fall().catch(failed), limits.live.grace + 1000);
    timer.unref();
    stops.push(() => clearTimeout(timer));
  }

  return {
    /** Restores running channels, and starts to listen to other nodes; called once the drivers are ready. */
    async resume(): Promise<void> {
      // By now the driver has reported how recordings ended that a crash left open; the others are closed as they are.
      await follower.settled();
      await archive.closeOpen();
      stops.push(bus.on(channelTold, hear));
      stops.push(nodes.onChange(() => void releaseMissed().catch(failed)));
      await carriers.releaseAll();
      for (const { code, id_node } of await repository.carried()) carriers.note(code, id_node);
      await operations.reconcile({ isStart: true, isAmongOthers: partners(nodes).length > 0 });
      const timer = setInterval(() => void beat().catch(failed), BEAT);
      stops.push(() => clearInterval(timer));
    },

    /** Handles missed events: every node may run it, at any time. */
    async tidy(): Promise<void> {
      await carriers.releaseMissed();
      await carriers.fall();
      await operations.reconcile({ isStart: false, isAmongOthers: true });
      await follower.settled();
      await archive.closeOpen();
    },

    /** Before shutdown: viewers of channels running here are asked to wait, and their senders go to other nodes. */
    async leave(): Promise<void> {
      for (const stop of stops.splice(0)) stop();
      follower.leave();
      await follower.settled();
      await carriers.leave();
    },
  };
}
