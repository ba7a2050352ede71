import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { LiveDrivers } from "#server/live/drivers/driver.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Node, Nodes } from "#server/platform/nodes.ts";
import { partners } from "#server/platform/serving-nodes.ts";
import { channelsChanged, channelTold } from "./live.events.ts";
import type { ChannelRow } from "./live.repository.ts";
import type { Recordings } from "./recordings.ts";

export interface ChannelNodesOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly nodes: Pick<Nodes, "self" | "alive" | "find">;
  readonly drivers: LiveDrivers;
  readonly recordings: Pick<Recordings, "closeMissed">;
}

type Row = Pick<ChannelRow, "id" | "code" | "driver" | "id_project">;

/**
 * Which node carries a channel of our own server: the one to which its sender connected last (`live_channels.id_node`),
 * until it is stopped, has had no sender for a while, or its node is missing. Each node holds the rows in memory.
 */
export function createChannelNodes({ db, bus, nodes, drivers, recordings }: ChannelNodesOptions) {
  const known = new Map<string, string>();
  const { self } = nodes;

  const tell = async (trx: Trx, { id, code, driver, id_project }: Row): Promise<void> => {
    await bus.emit(trx, channelTold, { id_channel: id, code, driver, by: self });
    await bus.emit(trx, channelsChanged, { id_project, id_channel: id });
  };

  /**
   * Channels of a missing node are released: their viewers wait for a sender, who may connect to any other. `isNow`:
   * the node was present a moment ago.
   */
  async function release(alive: readonly string[], isNow: boolean): Promise<void> {
    // A missing node reports its recordings when it is back. Its sender may have connected elsewhere long ago.
    const cut = await recordings.closeMissed(alive);
    for (const { id_channel, id_project } of cut)
      await db.transaction().execute((trx) => bus.emit(trx, channelsChanged, { id_project, id_channel }));
    const isLost = sql<boolean>`driver = 'own' and id_node is not null and id_node <> all(${alive})`;
    const lost = await db.selectFrom("live_channels").select("id").where(isLost).limit(1).execute();
    if (lost.length === 0) return;
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<Row>`
        update live_channels set id_node = null,
          state = case when state in ('live', 'stale') then 'interrupted' else state end,
          state_at = case when state in ('live', 'stale') then clock_timestamp() else state_at end,
          on_air_at = case when state in ('live', 'stale') and ${isNow} then clock_timestamp() else on_air_at end
        where ${isLost} returning id, code, driver, id_project`.execute(trx);
      for (const row of rows) await tell(trx, row);
    });
  }

  return {
    /** The node that carries it, if it is another one and reachable. */
    carrierOf(code: string): Node | null {
      const id = known.get(code);
      if (id === undefined || id === self) return null;
      return partners(nodes).find((node) => node.id === id) ?? null;
    },
    /** Applies a row. A sender at another node replaces ours. */
    note(code: string, id_node: string | null): void {
      if (id_node === null) known.delete(code);
      else known.set(code, id_node);
      if (id_node !== null && id_node !== self) drivers.own?.cede?.(code);
    },
    /** Channels that run here without an assigned node: this node was counted as missing, but was running all the time. */
    forgotten: () =>
      (drivers.own?.carried?.() ?? []).filter(
        ({ code, state }) => !known.has(code) && (state === "live" || state === "stale"),
      ),
    /** At start-up: releases channels without a reachable node, this node having only just started. */
    releaseAll: () => release([self, ...partners(nodes).map(({ id }) => id)], false),
    /** Releases the channels of missing nodes. */
    releaseMissed: () =>
      release(
        nodes.alive().map(({ id }) => id),
        true,
      ),

    /** Before this process ends: its senders are about to connect to another node. */
    leave: () =>
      release(
        nodes.alive().flatMap(({ id, isSelf }) => (isSelf ? [] : id)),
        true,
      ),

    /** A sender that does not reconnect is waited for like any other. */
    async fall(): Promise<void> {
      const here = (drivers.own?.carried?.() ?? []).map(({ code }) => code);
      await db.transaction().execute(async (trx) => {
        const { rows } = await sql<Row>`
          update live_channels set id_node = null, state = 'starting', state_at = clock_timestamp()
          where driver = 'own' and is_armed and state = 'interrupted'
            and state_at < now() - make_interval(secs => ${limits.live.grace / 1000})
            and (id_node is null or (id_node = ${self} and code <> all(${here})))
          returning id, code, driver, id_project`.execute(trx);
        for (const row of rows) await tell(trx, row);
      });
      await db
        .deleteFrom("live_signals")
        .where("told_at", "<", sql<Date>`now() - make_interval(hours => 1)`)
        .execute();
    },

    /** Publishes to other nodes, where there are any, the viewers and the incoming signal of channels running here. */
    async tellSignals(): Promise<void> {
      const mine = (drivers.own?.carried?.() ?? []).filter(({ code }) => known.get(code) === self);
      if (mine.length === 0 || partners(nodes).length === 0) return;
      const told = JSON.stringify(mine.map(({ code, viewers, signal }) => ({ code, viewers, signal })));
      await sql`
        insert into live_signals as s (code, id_node, viewers, signal)
        select code, ${self}, viewers, nullif(signal, 'null'::jsonb)
        from jsonb_to_recordset(${told}::jsonb) as told (code text, viewers integer, signal jsonb)
        on conflict (code) do update set id_node = excluded.id_node, viewers = excluded.viewers,
          signal = excluded.signal, told_at = clock_timestamp()`.execute(db);
    },
  };
}

export type ChannelNodes = ReturnType<typeof createChannelNodes>;
