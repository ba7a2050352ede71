import type { ColumnType, Generated } from "kysely";
import type { ChannelState, LiveDriverName } from "#contract/choices.ts";
import type { DriverData } from "#server/live/drivers/driver.ts";
import type { LiveSignal } from "#server/live/engine.ts";

export interface LiveChannelsTable {
  /** The customer whose plan it counts towards. */
  id_payer: Generated<number | null>;
  id: Generated<number>;
  /** Public name. */
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
  /** Started: its sender is admitted. */
  is_armed: Generated<boolean>;
  state: Generated<ChannelState>;
  state_at: Generated<Date>;
  problem: Generated<string | null>;
  /** The user who started it last. */
  id_operator: Generated<number | null>;
  /** Time of the last signal. */
  on_air_at: Generated<Date | null>;
  /** The node to which its sender connected last; null: none. */
  id_node: Generated<string | null>;
  /** Viewer links issued earlier are invalid. */
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
  /** The disk with its segments, by the disk's own id. */
  place: Generated<string | null>;
  /** The node that writes it. */
  id_node: Generated<string | null>;
  /** No conversion is tried before. */
  keep_after: Generated<Date | null>;
  tries: Generated<number>;
}

/** Status that a node shares about the channels it carries; valid for seconds. */
export interface LiveSignalsTable {
  code: string;
  id_node: string;
  viewers: number;
  signal: ColumnType<LiveSignal | null, string, string>;
  told_at: Generated<Date>;
}

/** Disks with a running process. */
export interface LivePlacesTable {
  place: string;
  seen_at: Generated<Date>;
}

/** Remains of deleted recordings on a disk and in the store; written by the database. */
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
