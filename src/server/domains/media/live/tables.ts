import type { ColumnType, Generated } from "kysely";
import type { ChannelState, LiveDriverName } from "#contract/choices.ts";
import type { DriverData } from "#server/live/drivers/driver.ts";
import type { LiveSignal } from "#server/live/engine.ts";

export interface LiveChannelsTable {
  /** Whose plan it counts for. */
  id_payer: Generated<number | null>;
  id: Generated<number>;
  /** Its public name. */
  code: string;
  id_project: number;
  id_user: number | null;
  name: string;
  description: Generated<string>;
  driver: LiveDriverName;
  driver_data: ColumnType<DriverData, string | undefined, string>;
  key_hash: Buffer;
  key_hint: string;
  is_public: Generated<boolean>;
  is_protected: Generated<boolean>;
  password_hash: Generated<string | null>;
  record: Generated<boolean>;
  is_360: Generated<boolean>;
  /** Somebody started it: its sender is let in. */
  is_armed: Generated<boolean>;
  state: Generated<ChannelState>;
  state_at: Generated<Date>;
  problem: Generated<string | null>;
  /** Who started it last. */
  id_operator: Generated<number | null>;
  /** When pictures last came. */
  on_air_at: Generated<Date | null>;
  /** The node to which its sender came last; null: nobody's. */
  id_node: Generated<string | null>;
  /** Links of viewers given out earlier are good no more. */
  links_since: Generated<Date | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface LiveRecordingsTable {
  id: Generated<number>;
  id_channel: number;
  folder: string;
  started_at: Generated<Date>;
  ended_at: Generated<Date | null>;
  seconds: Generated<number>;
  bytes: Generated<number>;
  width: Generated<number>;
  height: Generated<number>;
  object_key: Generated<string | null>;
  id_video: Generated<number | null>;
  /** The disk on which its segments lie, as the disk calls itself. */
  place: Generated<string | null>;
  /** The node that writes it. */
  id_node: Generated<string | null>;
  /** Nobody tries before to make one file of it. */
  keep_after: Generated<Date | null>;
  tries: Generated<number>;
}

/** What a node tells the others of what it carries; true for seconds. */
export interface LiveSignalsTable {
  code: string;
  id_node: string;
  viewers: number;
  signal: ColumnType<LiveSignal | null, string, string>;
  told_at: Generated<Date>;
}

/** Disks at which somebody is at work. */
export interface LivePlacesTable {
  place: string;
  seen_at: Generated<Date>;
}

/** What recordings that are gone have left on a disk and in the store; written by the database. */
export interface LiveLeftoversTable {
  folder: string;
  place: string | null;
  object_key: string | null;
  left_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    live_channels: LiveChannelsTable;
    live_recordings: LiveRecordingsTable;
    live_signals: LiveSignalsTable;
    live_leftovers: LiveLeftoversTable;
    live_places: LivePlacesTable;
  }
}
